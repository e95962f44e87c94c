/** The files of an operator with one provider and one feed, which is a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rows } from '../ingest/support/shop.ts';

const PROVIDER = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
const SOURCE = { id: 'one-feed', adapter: 'esimdb', provider: 'one', options: { url: 'file:feed.json' } };

/** `plans` is the number of plans in the feed. Returns the path of the sources file. */
export function writeOperatorFiles(folder: string, plans = 30): string {
  mkdirSync(join(folder, 'providers'));
  writeFileSync(join(folder, 'providers/one.json'), JSON.stringify(PROVIDER));
  writeFeed(folder, plans);
  return writeSources(folder);
}

export const writeFeed = (folder: string, plans: number): void =>
  writeFileSync(join(folder, 'feed.json'), JSON.stringify(rows(plans)));

export function writeSources(folder: string, changes: object = {}): string {
  const file = join(folder, 'sources.json');
  const sources = [{ ...SOURCE, ...changes }];
  writeFileSync(file, JSON.stringify({ providers: 'providers/', sources }));
  return file;
}
