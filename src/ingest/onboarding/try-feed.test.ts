import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import { fixture, JSON_MAP, pageFrom } from '../testing/adapters.ts';
import { type Proposal, propose } from './propose.ts';
import { hostsNote, sourceEntryFor } from './source-entry.ts';
import { readAsSource, tryRows } from './try-feed.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');

/** A table with a row for each link. */
async function proposalFor(links: readonly string[]): Promise<Proposal> {
  const rows = links.map((link, at) => `Shop${at + 1},Japan,3 GB,${at + 1},8.00,USD,${link}`);
  const found = await propose(pageFrom(['shop,where,data,days,price,currency,url', ...rows].join('\n')));
  if (typeof found === 'string') throw new Error(found);
  return found;
}

const hostsIn = (proposal: Proposal): readonly string[] =>
  (sourceEntryFor(proposal) as { providers: { create: { hosts: string[] } } }).providers.create.hosts;

const NO_RATES = { table: null, problem: null };

test('rows of more sellers than the hosts of a source are tried as all others, and a note says that hosts are missing', async () => {
  const proposal = await proposalFor(Array.from({ length: 60 }, (_, at) => `https://shop${at}.example/jp`));
  const rows = tryRows(proposal, { source: null, config: null, rates: NO_RATES, now: NOON });
  assert.deepEqual(
    rows.flatMap(({ rejection }) => rejection ?? []),
    [],
  );
  assert.equal(hostsIn(proposal).length, 50);
  assert.match(hostsNote(proposal) ?? '', /lead to 60 hosts, and "hosts" has the first 50 of them/);
});

test('a proposed entry lists no host below another one, because a host allows its subdomains', async () => {
  const proposal = await proposalFor([
    'https://www.cedar.example/jp',
    'https://cedar.example/jp',
    'https://mycedar.example/jp',
  ]);
  assert.deepEqual(hostsIn(proposal), ['cedar.example', 'mycedar.example']);
  assert.equal(hostsNote(proposal), null);
});

test('a saved page that announces further pages is read as its source, with a note', async () => {
  const notesWith = async (paging: object) => {
    const source = { id: 'cedar', adapter: ADAPTERS['generic']!, options: { ...JSON_MAP, ...paging } };
    const found = await readAsSource(source, pageFrom(fixture('generic.json')));
    return typeof found === 'string' ? found : found.notes;
  };
  const named = { paging: { by: 'cursor', path: 'data.offers[0].code', parameter: 'after' } };
  assert.deepEqual(await notesWith({}), []);
  assert.deepEqual(await notesWith(named), [
    'the saved response announces further pages (data.offers[0].code is stated): join the pages in one file, or set "paging": "none" if this page is all',
  ]);
});
