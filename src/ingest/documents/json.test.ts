import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { readHidden, writeHidden } from './hidden.ts';
import { readHold, writeHold } from './holds.ts';
import { readRun } from './runs.ts';

const DAMAGED = Buffer.from('{"reason": "wro');

test('a plan and a provider stay hidden if their documents are damaged, and the reason says so', async () => {
  const { documents } = await openMemoryStore({ clock: () => 0 });
  await writeHidden(documents, { provider: 'harbour', plan: 'tr-1gb', reason: 'wrong', at: 1 });
  await writeHidden(documents, { provider: 'cedar', plan: null, reason: 'wrong', at: 1 });
  for (const key of await documents.keys('hidden')) await documents.put('hidden', key, DAMAGED);
  const hidden = await readHidden(documents);
  assert.deepEqual(
    new Map(hidden.map(({ provider, plan }) => [provider, plan])),
    new Map([
      ['cedar', null],
      ['harbour', 'tr-1gb'],
    ]),
  );
  for (const { reason, at } of hidden) {
    assert.equal(reason, 'the stored reason is damaged; hide it again to state one');
    assert.equal(at, null);
  }
});

test('a source stays held if the document of its rollback is damaged', async () => {
  const { documents } = await openMemoryStore({ clock: () => 0 });
  await writeHold(documents, { source: 'first', at: 1, rolledBackSerial: 7 });
  await documents.put('rolled_back', 'first', DAMAGED);
  assert.deepEqual(await readHold(documents, 'first'), { source: 'first', at: null, rolledBackSerial: null });
  assert.equal(await readHold(documents, 'second'), null);
});

test('a damaged document of a run counts as missing, because the next run writes it again', async () => {
  const { documents } = await openMemoryStore({ clock: () => 0 });
  await documents.put('runs', 'first', DAMAGED);
  assert.equal(await readRun(documents, 'first'), null);
});
