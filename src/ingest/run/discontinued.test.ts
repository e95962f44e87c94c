import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentStore } from '../../store/port.ts';
import { encodeHistory, type PlanHistory } from '../accept/history.ts';
import { createIsDiscontinued } from './discontinued.ts';

const SEEN: PlanHistory = {
  firstSeenAt: 1_000,
  goneAt: 2_000,
  prices: [[1_000, 900, 'USD', 900]],
  days: [],
  isDuplicate: false,
  terms: null,
};

/** Histories by source, as the store keeps them. */
const documentsOf = (histories: Readonly<Record<string, Uint8Array>>): Pick<DocumentStore, 'get'> => ({
  get: async (_, source) => histories[source] ?? null,
});

const discontinuedAmong = (get: DocumentStore['get'], sources: readonly string[], serial = () => 1) =>
  createIsDiscontinued({
    documents: { get } as DocumentStore,
    sourcesOf: async () => sources,
    currentSerial: serial,
  });

test('a plan is discontinued if a source published it, whatever became of its prices', async () => {
  const history = encodeHistory(
    new Map<string, PlanHistory>([
      ['once', SEEN],
      ['changed', { ...SEEN, prices: [...SEEN.prices, [1_500, 1, 'USD', 1]], days: [[1, 1, 1]] }],
      ['only-a-duplicate', { ...SEEN, isDuplicate: true }],
      ['last', SEEN],
    ]),
  );
  const damaged = Buffer.concat([Buffer.from('["cut off\n{"x\n\n"\n["No id",1]\n'), history]);
  for (const bytes of [history, damaged]) {
    const isDiscontinued = discontinuedAmong(documentsOf({ shop: bytes }).get, ['other', 'shop']);
    for (const plan of ['once', 'changed', 'last']) assert.ok(await isDiscontinued('shop', plan), plan);
    for (const plan of ['only-a-duplicate', 'never', 'cut off', 'No id', ''])
      assert.equal(await isDiscontinued('shop', plan), false, plan);
  }
});

test('other requests are served while a long history is read', async () => {
  const plans = Array.from({ length: 100_000 }, (_, index) => [`tr-${index}`, SEEN] as const);
  const { get } = documentsOf({ shop: encodeHistory(new Map(plans)) });
  const isDiscontinued = discontinuedAmong(get, ['shop']);
  let isRead = false;
  const read = isDiscontinued('shop', 'tr-99999').finally(() => {
    isRead = true;
  });
  let turns = 0;
  while (!isRead) {
    await nextTurn();
    turns += 1;
  }
  assert.ok(await read);
  assert.ok(turns > 3, `${turns} turns`);
});

test('histories are read one after the other, once for each snapshot', async () => {
  const reads: string[] = [];
  let finish = () => {};
  let serial = 1;
  const get = async (_: string, source: string) => {
    reads.push(source);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return encodeHistory(new Map([[source, SEEN]]));
  };
  const isDiscontinued = discontinuedAmong(get, ['first', 'second'], () => serial);
  for (const expected of [
    ['first', 'second'],
    ['first', 'second', 'first', 'second'],
  ]) {
    const answers = [isDiscontinued('shop', 'second'), isDiscontinued('shop', 'third')];
    await nextTurn();
    assert.deepEqual(reads, expected.slice(0, -1));
    finish();
    await nextTurn();
    assert.deepEqual(reads, expected);
    finish();
    assert.deepEqual(await Promise.all(answers), [true, false]);
    serial += 1;
  }
});

test('a history that cannot be read is read again by the next request', async () => {
  let isBroken = true;
  const get = async () => {
    if (isBroken) throw new Error('the store does not respond');
    return encodeHistory(new Map([['once', SEEN]]));
  };
  const isDiscontinued = discontinuedAmong(get, ['shop']);
  assert.equal(await isDiscontinued('shop', 'once'), false);
  isBroken = false;
  assert.ok(await isDiscontinued('shop', 'once'));
});
