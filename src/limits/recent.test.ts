import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recent } from './recent.ts';

test('what was used lately stays, and the whole stays within its bound', () => {
  const recent = new Recent<number>(10);
  for (let number = 0; number < 1000; number += 1) {
    recent.set(`key ${number}`, number);
    assert.equal(recent.get('key 0'), 0, 'used each time, so never forgotten');
    assert.ok(recent.size <= 10);
  }
  assert.equal(recent.get('key 500'), undefined);
});

test('what was used before the turn is still counted, and forgotten at the next', () => {
  const recent = new Recent<number>(10);
  recent.set('old', 1);
  recent.turn();
  recent.set('young', 2);
  recent.set('younger', 3);
  assert.equal(recent.size, 3);
  recent.turn();
  assert.deepEqual([recent.get('old'), recent.get('young')], [undefined, 2]);
});
