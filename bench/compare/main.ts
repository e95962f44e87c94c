/**
 * Compares the service with its peers and with bare Node, in one table of ratios:
 * `node bench/compare/main.ts [--quick] [--only=start|http|uncached]`.
 * Medians of at least ten interleaved rounds (three with --quick) and their spread. Installs the peers at the first run;
 * takes about 15 minutes on two quiet cores, three with --quick.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { installPeers } from '../peers/install.ts';
import { startLines } from '../start.ts';
import { effortOf, uncachedLines } from '../uncached.ts';
import { httpLines } from './http.ts';
import { isMet, type Line, tableOf } from './table.ts';

const { quick: isQuick, only } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
}).values;
const RESULTS = new URL('../results/', import.meta.url);

const SECTIONS: Readonly<Record<string, () => Promise<Line[]>>> = {
  start: () => startLines(isQuick ? 3 : 10),
  http: () => httpLines(isQuick ? 3 : 10),
  uncached: () => uncachedLines(effortOf(isQuick)),
};
if (only !== undefined && !Object.hasOwn(SECTIONS, only))
  throw new Error(`give --only=${Object.keys(SECTIONS).join('|')}, not ${only}`);

installPeers();
const load = loadavg()[0]!;
const before = `${process.arch}, ${cpus().length} cores, load ${load.toFixed(1)} before the run, Node ${process.versions.node}`;
console.log(`${new Date().toISOString().slice(0, 10)}, ${before}`);

const lines: Line[] = [];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (only !== undefined && only !== name) continue;
  console.log(`… ${name}`);
  lines.push(...(await measure()));
}
const table = tableOf(lines);
console.log(table);
const missed = lines.filter((line) => isMet(line) === false);
console.log(missed.length === 0 ? 'Every goal is met.' : `${missed.length} goals are missed.`);
mkdirSync(RESULTS, { recursive: true });
// A part of the table must not replace the whole one.
if (only === undefined) writeFileSync(new URL('compare.md', RESULTS), `${before}\n\n${table}\n`);
