/** What `esim hide` hides. */
import type { DocumentStore } from '../../store/port.ts';
import { getJson, putJson } from './json.ts';

/** A plan or a provider that the operator hides with `esim hide`, until `esim show`. */
export interface HiddenEntry {
  readonly provider: string;
  /** The published id; null: every plan of the provider. */
  readonly plan: string | null;
  readonly reason: string;
  /** null: the document is damaged. */
  readonly at: number | null;
}

const DAMAGED_REASON = 'the stored reason is damaged; hide it again to state one';

const hiddenKey = ({ provider, plan }: Pick<HiddenEntry, 'provider' | 'plan'>): string =>
  plan === null ? provider : `${provider}/${plan}`;

/** The key alone says what is hidden, so a plan stays hidden if its document is damaged. */
function damagedHidden(key: string): HiddenEntry {
  const [provider = '', plan = null] = key.split('/');
  return { provider, plan, reason: DAMAGED_REASON, at: null };
}

export async function readHidden(documents: DocumentStore): Promise<readonly HiddenEntry[]> {
  const keys = await documents.keys('hidden');
  const entries = await Promise.all(
    keys.map((key) => getJson<HiddenEntry>(documents, 'hidden', key, damagedHidden(key))),
  );
  return entries.filter((entry) => entry !== null);
}

export const writeHidden = (documents: DocumentStore, entry: HiddenEntry) =>
  putJson(documents, 'hidden', hiddenKey(entry), entry);
export const forgetHidden = (documents: DocumentStore, entry: Pick<HiddenEntry, 'provider' | 'plan'>) =>
  documents.delete('hidden', hiddenKey(entry));
