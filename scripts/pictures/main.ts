/**
 * Writes the pictures of the documents into `docs/pictures/`, from the sample market at a fixed time. Those of the page
 * and of the plan cards need Chromium; `--drawn` writes only the others.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawnPictures } from './drawn.ts';
import { takenPictures } from './taken.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');

const drawn = await drawnPictures();
const taken = process.argv.includes('--drawn') ? new Map<string, Buffer>() : await takenPictures();
mkdirSync(FOLDER, { recursive: true });
for (const [name, content] of [...drawn, ...taken]) {
  writeFileSync(join(FOLDER, name), content);
  console.log(`${name}: ${Math.ceil(Buffer.byteLength(content) / 1024)} KB`);
}
