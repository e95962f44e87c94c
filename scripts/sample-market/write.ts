/** Writes the files of the bundled sample market: `node scripts/sample-market/write.ts`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SAMPLE_FOLDER } from '../../src/sample/sample-market.ts';
import { marketFiles } from './files.ts';
import { sampleMarket } from './market.ts';

rmSync(SAMPLE_FOLDER, { recursive: true, force: true });
for (const { path, content } of marketFiles(sampleMarket(), { isCompressed: true })) {
  const file = join(SAMPLE_FOLDER, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
