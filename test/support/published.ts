/** One sample market, published once by the test command; each service gets a copy and need not ingest for itself. */
import { cpSync } from 'node:fs';

/** Without the test command (a single file run by hand) the folder stays empty, and the service ingests. */
export function copyPublished(folder: string): void {
  const published = process.env['TEST_PUBLISHED_FOLDER'];
  if (published !== undefined) cpSync(published, folder, { recursive: true });
}
