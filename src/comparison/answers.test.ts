import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestKind } from '../limits/policies.ts';
import type { Decision, Receipt, Refusal } from '../limits/port.ts';
import { type AnswerRequest, Answers, type Outcome } from './answers.ts';

/** A store whose every move is visible: counts by kind, shared cache, leases. */
function fakeStore(
  options: { refuse?: (kind: RequestKind, caller: string) => boolean; broken?: boolean } = {},
) {
  const cache = new Map<string, Uint8Array>();
  const held = new Set<string>();
  const taken: RequestKind[] = [];
  const returned: Receipt[] = [];
  const window = { name: 'comparison.minute', limit: 12, remaining: 1, resetAt: 60_000 } as const;
  return {
    taken,
    returned,
    cached: cache,
    cache: {
      get: async (key: string) => cache.get(key) ?? null,
      put: async (key: string, bytes: Uint8Array) => void cache.set(key, bytes),
      purge: async () => cache.clear(),
    },
    leases: {
      acquire: async (name: string) => (held.has(name) ? null : held.add(name) && 'token'),
      renew: async () => true,
      release: async (name: string) => void held.delete(name),
    },
    counters: {
      take(kind: RequestKind, caller: string): Decision {
        if (options.broken) throw new Error('counters are down');
        if (options.refuse?.(kind, caller)) return { admitted: false, window, now: 0, retryAfterSeconds: 5 };
        taken.push(kind);
        return {
          admitted: true,
          window,
          now: 0,
          receipt: { kind, caller, takenAt: 0, mark: String(taken.length) },
        };
      },
      refusal(kind: RequestKind, caller: string): Refusal | null {
        const refuses = options.refuse?.(kind, caller) ?? false;
        return refuses ? { admitted: false, window, now: 0, retryAfterSeconds: 5 } : null;
      },
      giveBack: (receipt: Receipt) => void returned.push(receipt),
    },
  };
}

const answersOn = (store: ReturnType<typeof fakeStore>, clock = () => 0) =>
  new Answers({ store, clock, scope: ['test'], onEvent: () => {} });

function request(compute: AnswerRequest['compute'] = () => '{"n":1}', key = 'a'): AnswerRequest {
  return { key, ttlMs: 1_000, hit: 'comparison', miss: 'comparison_uncached', compute };
}

const jsonOf = (outcome: Outcome): string => {
  assert.equal(outcome.kind, 'answer');
  return outcome.kind === 'answer' ? outcome.entry.json : '';
};

test('a hundred equal misses at once compute once and take one uncached unit', async () => {
  const store = fakeStore();
  let computed = 0;
  const answers = answersOn(store);
  const asked = request(() => `{"n":${++computed}}`);
  const outcomes = await Promise.all(Array.from({ length: 100 }, async () => answers.get(asked, 'caller')));
  assert.deepEqual(new Set(outcomes.map(jsonOf)), new Set(['{"n":1}']));
  assert.equal(store.taken.filter((kind) => kind === 'comparison_uncached').length, 1);
  assert.equal(store.taken.length, 100);
});

test('a second process finds the first one’s answer and takes no uncached unit', async () => {
  const store = fakeStore();
  await answersOn(store).get(request(), 'caller');
  const outcome = await answersOn(store).get(
    request(() => assert.fail('must not compute again')),
    'caller',
  );
  assert.equal(jsonOf(outcome), '{"n":1}');
  assert.deepEqual(store.taken, ['comparison_uncached', 'comparison']);
});

test('two processes that miss at the same moment compute once between them', async () => {
  const store = fakeStore();
  let computed = 0;
  const asked = request(() => `{"n":${++computed}}`);
  const outcomes = await Promise.all([answersOn(store).get(asked, 'x'), answersOn(store).get(asked, 'y')]);
  assert.deepEqual(outcomes.map(jsonOf), ['{"n":1}', '{"n":1}']);
  assert.deepEqual(store.taken.toSorted(), ['comparison', 'comparison_uncached']);
});

test('a held answer is given at once, without a promise', async () => {
  const answers = answersOn(fakeStore());
  await answers.get(request(), 'caller');
  const outcome = answers.get(request(), 'caller');
  assert.ok(!(outcome instanceof Promise));
});

test('a computation that fails gives everything back and spoils nothing for the next asker', async () => {
  const store = fakeStore();
  const answers = answersOn(store);
  const failing = request(() => {
    throw new Error('no');
  });
  assert.deepEqual(await answers.get(failing, 'caller'), { kind: 'unavailable', cause: 'data' });
  assert.equal(store.returned.length, 1);
  assert.equal(jsonOf(await answers.get(request(), 'caller')), '{"n":1}');
});

test('a leader who is refused does not spend the others’ chance: one of them computes', async () => {
  const store = fakeStore({ refuse: (_, caller) => caller === 'spent' });
  // As with a shared store: that he has nothing left is known only once it is asked.
  store.counters.refusal = () => null;
  const answers = answersOn(store);
  const [refused, answered] = await Promise.all([
    answers.get(request(), 'spent'),
    answers.get(request(), 'fresh'),
  ]);
  assert.equal(refused.kind, 'refused');
  assert.equal(jsonOf(answered), '{"n":1}');
  assert.deepEqual(store.taken, ['comparison_uncached']);
});

test('with the uncached budget spent, cached answers are still given', async () => {
  let spent = false;
  const store = fakeStore({ refuse: (kind) => spent && kind === 'comparison_uncached' });
  const answers = answersOn(store);
  await answers.get(request(), 'caller');
  spent = true;
  assert.equal((await answers.get(request(), 'caller')).kind, 'answer');
  assert.equal(
    (
      await answers.get(
        request(() => '{}', 'b'),
        'caller',
      )
    ).kind,
    'refused',
  );
});

test('a caller who has nothing left is refused before any store is asked', async () => {
  const store = fakeStore({ refuse: () => true });
  store.cache.get = () => assert.fail('the cache was asked');
  store.leases.acquire = () => assert.fail('a lease was asked for');
  const outcome = await answersOn(store).get(request(), 'spent');
  assert.equal(outcome.kind, 'refused');
});

test('counters that cannot be reached close the route', async () => {
  const answers = answersOn(fakeStore({ broken: true }));
  assert.deepEqual(await answers.get(request(), 'caller'), { kind: 'unavailable', cause: 'protection' });
});

test('an entry is never given past its time', async () => {
  const store = fakeStore();
  let now = 0;
  let computed = 0;
  const answers = answersOn(store, () => now);
  const asked = request(() => `{"n":${++computed}}`);
  await answers.get(asked, 'caller');
  now = 999;
  assert.equal(jsonOf(await answers.get(asked, 'caller')), '{"n":1}');
  now = 1_000;
  assert.equal(jsonOf(await answers.get(asked, 'caller')), '{"n":2}');
});

test('a damaged entry in the shared cache is computed again, not trusted', async () => {
  const store = fakeStore();
  await answersOn(store).get(request(), 'caller');
  for (const key of store.cached.keys()) store.cached.set(key, new Uint8Array([1, 2, 3]));
  assert.equal(
    jsonOf(
      await answersOn(store).get(
        request(() => '{"n":2}'),
        'caller',
      ),
    ),
    '{"n":2}',
  );
});
