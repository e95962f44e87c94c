/** Stores what ingest keeps between runs as small JSON documents. All times in them are Unix milliseconds. */
import type { DocumentStore } from '../../store/port.ts';

/**
 * A damaged document counts as missing, because the next run writes it again. No run writes what the operator stated, so
 * its readers pass what a damaged document means (`ifDamaged`).
 */
export async function getJson<T>(
  documents: DocumentStore,
  collection: string,
  key: string,
  ifDamaged: T | null = null,
): Promise<T | null> {
  const bytes = await documents.get(collection, key);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    return ifDamaged;
  }
}

export function putJson(
  documents: DocumentStore,
  collection: string,
  key: string,
  value: unknown,
): Promise<void> {
  return documents.put(collection, key, new TextEncoder().encode(JSON.stringify(value)));
}
