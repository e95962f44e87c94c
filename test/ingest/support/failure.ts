import { type Adapter, FeedError } from '../../../src/ingest/adapter.ts';
import { trialOptions } from '../../../src/ingest/onboarding/propose.ts';
import { pageFrom, parseAll } from '../../../src/ingest/testing/adapters.ts';

/** A map for `generic`, which requires one. */
const GENERIC_MAP = { format: 'json', basis: 'retail', id: 'id', columns: {} };

/** Returns the message with which an adapter rejects a whole page. null: the adapter reads the page. */
export async function failureOf(
  adapter: Adapter,
  text: string,
  genericMap: object = GENERIC_MAP,
): Promise<string | null> {
  const required = trialOptions(adapter);
  const options = adapter.id === 'generic' ? { ...required, ...genericMap } : required;
  try {
    await parseAll(adapter, pageFrom(text), options);
    return null;
  } catch (error) {
    if (error instanceof FeedError) return error.message;
    throw error;
  }
}
