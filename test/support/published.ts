/** The test command publishes the sample market once. Each service starts on a copy, so that it needs no ingest. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Without the test command the folder stays empty, and the service runs an ingest. */
export function copyPublished(folder: string): void {
  const published = process.env['TEST_PUBLISHED_FOLDER'];
  if (published !== undefined) cpSync(published, folder, { recursive: true });
}

/** A new data folder with the sample market. */
export function publishedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'esim-published-'));
  copyPublished(folder);
  return folder;
}
