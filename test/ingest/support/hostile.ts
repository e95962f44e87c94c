import { type Adapter, FeedError } from '../../../src/ingest/adapter.ts';
import { trialOptions } from '../../../src/ingest/onboarding/propose.ts';
import { pageFrom, parseAll } from '../../../src/ingest/testing/adapters.ts';

/** The message with which an adapter refuses a whole page; null if it reads it. */
export async function failureOf(
  adapter: Adapter,
  text: string,
  map: object = { format: 'json', basis: 'retail', id: 'id', columns: {} },
): Promise<string | null> {
  const options = { ...trialOptions(adapter), ...(adapter.id === 'generic' && map) };
  try {
    await parseAll(adapter, pageFrom(text), options);
    return null;
  } catch (error) {
    if (error instanceof FeedError) return error.message;
    throw error;
  }
}
