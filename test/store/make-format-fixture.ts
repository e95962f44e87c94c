/**
 * Writes `fixtures/format-<n>.db.gz`: the data folder of a service with the current snapshot format. Run it once for each
 * released format, and keep the file of the format before: `node test/store/make-format-fixture.ts`
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FORMAT } from '../../src/catalogue/snapshot-format.ts';
import { readConfig } from '../../src/ingest/config/load.ts';
import { ingest } from '../../src/ingest/run/run.ts';
import { openStore } from '../../src/store/open.ts';
import { rows } from '../ingest/support/shop.ts';
import { PUBLISHED_AT, writeSources } from './format-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'esim-format-'));
const data = join(folder, 'data');
mkdirSync(data, { mode: 0o700 });
const sourcesFile = writeSources(folder);
writeFileSync(join(folder, 'feed.json'), JSON.stringify(rows(12)));
const clock = () => PUBLISHED_AT;
const store = await openStore({
  url: `file:${data}`,
  mode: 'serve',
  clock,
  onEvent: ({ message }) => console.log(message),
});
const report = await ingest({
  config: await readConfig(sourcesFile),
  store,
  clock,
  random: () => 0.5,
  env: {},
});
await store.close();
if (report.status !== 'published') throw new Error(JSON.stringify(report.sources));
const target = new URL(`fixtures/format-${FORMAT}.db.gz`, import.meta.url);
writeFileSync(target, gzipSync(readFileSync(join(data, 'esim.db')), { level: 9 }));
rmSync(folder, { recursive: true });
