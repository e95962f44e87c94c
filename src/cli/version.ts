import { readFileSync } from 'node:fs';

/** Read by itself, so that asking for it loads nothing of the service. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
