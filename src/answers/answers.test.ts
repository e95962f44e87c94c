import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { PolicyName, RequestKind } from '../limits/policies.ts';
import type { Caller, Deadline, Decision, Refusal, Reservation } from '../limits/port.ts';
import { callerNamed } from '../limits/testing/callers.ts';
import type { Correction } from '../store/port.ts';
import { type AnswerRequest, Answers, type Outcome } from './answers.ts';

const UNCACHED = 'comparison.uncached.day';

/** A store that records the units taken and refunded. */
function fakeStore(
  options: { refuse?: (kind: RequestKind, caller: string) => PolicyName | null; broken?: boolean } = {},
) {
  const entries = new Map<string, Uint8Array>();
  const held = new Set<string>();
  const taken: RequestKind[] = [];
  const returned: Reservation[] = [];
  const { promise: firstPut, resolve: onPut } = Promise.withResolvers<void>();
  const window = (name: PolicyName) => ({ name, limit: 12, remaining: 1, resetAt: 60_000 });
  const refusalOf = (kind: RequestKind, caller: string): Refusal | null => {
    const name = options.refuse?.(kind, caller) ?? null;
    return name && { admitted: false, window: window(name), windows: [], now: 0, retryAfterSeconds: 5 };
  };
  return {
    taken,
    returned,
    /** What the cache contains. */
    entries,
    /** Resolves after the first response was put into the cache. */
    firstPut,
    cache: {
      get: async (key: string) => entries.get(key) ?? null,
      async put(key: string, bytes: Uint8Array) {
        entries.set(key, bytes);
        onPut();
      },
    },
    leases: {
      acquire: async (name: string) => (held.has(name) ? null : held.add(name) && 'token'),
      renew: async () => true,
      release: async (name: string) => void held.delete(name),
    },
    counters: {
      async take(kind: RequestKind, { key: caller }: Caller): Promise<Decision> {
        if (options.broken) throw new Error('counters are down');
        const refused = refusalOf(kind, caller);
        if (refused !== null) return refused;
        taken.push(kind);
        return {
          admitted: true,
          window: window('comparison.minute'),
          windows: [],
          now: 0,
          reservation: { kind, caller, takenAt: 0, id: String(taken.length) },
        };
      },
      refund: async (reservation: Reservation) => void returned.push(reservation),
    },
  };
}

/** The clocks stand still, so that waiting for another process never times out, however busy the machine is. */
const answersOn = (store: ReturnType<typeof fakeStore>, clock = () => 0) =>
  new Answers({ store, clock, monotonic: () => 1, scope: ['test'], onEvent: () => {} });

function request(json: () => string = () => '{"n":1}', key = 'a', serial = 1): AnswerRequest {
  return {
    key,
    ttlMs: 1_000,
    serial,
    destinations: ['TR'],
    kindIfCached: 'comparison',
    kindIfComputed: () => 'comparison_uncached',
    shared: true,
    compute: (_, expiresAt) => ({ json: json(), expiresAt }),
  };
}

const jsonOf = (outcome: Outcome): string => {
  assert.equal(outcome.kind, 'answer');
  return outcome.kind === 'answer' ? outcome.entry.bytes.toString() : '';
};

test('a hundred identical concurrent misses compute once and take one uncached unit', async () => {
  const store = fakeStore();
  let computed = 0;
  const answers = answersOn(store);
  const asked = request(() => `{"n":${++computed}}`);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => answers.get(asked, callerNamed('caller'))),
  );
  assert.deepEqual(new Set(outcomes.map(jsonOf)), new Set(['{"n":1}']));
  assert.equal(store.taken.filter((kind) => kind === 'comparison_uncached').length, 1);
  assert.equal(store.taken.length, 100);
});

test('a second process uses the response of the first and takes no uncached unit', async () => {
  const store = fakeStore();
  await answersOn(store).get(request(), callerNamed('caller'));
  const outcome = await answersOn(store).get(
    request(() => assert.fail('must not compute again')),
    callerNamed('caller'),
  );
  assert.equal(jsonOf(outcome), '{"n":1}');
  assert.deepEqual(store.taken, ['comparison_uncached', 'comparison']);
});

test('two processes with the same miss at the same time compute once', async () => {
  const store = fakeStore();
  let computed = 0;
  const asked = request(() => `{"n":${++computed}}`);
  const outcomes = await Promise.all([
    answersOn(store).get(asked, callerNamed('x')),
    answersOn(store).get(asked, callerNamed('y')),
  ]);
  assert.deepEqual(outcomes.map(jsonOf), ['{"n":1}', '{"n":1}']);
  assert.deepEqual(store.taken.toSorted(), ['comparison', 'comparison_uncached']);
});

test('a failed computation refunds its units and does not affect the next request', async () => {
  const store = fakeStore();
  const answers = answersOn(store);
  const failing = request(() => {
    throw new Error('no');
  });
  assert.deepEqual(await answers.get(failing, callerNamed('caller')), { kind: 'unavailable', cause: 'data' });
  assert.equal(store.returned.length, 1);
  assert.equal(jsonOf(await answers.get(request(), callerNamed('caller'))), '{"n":1}');
});

test('if the leader is refused, a waiting request computes', async () => {
  const store = fakeStore({ refuse: (_, caller) => (caller === 'spent' ? 'comparison.minute' : null) });
  const answers = answersOn(store);
  const [refused, answered] = await Promise.all([
    answers.get(request(), callerNamed('spent')),
    answers.get(request(), callerNamed('fresh')),
  ]);
  assert.equal(refused.kind, 'refused');
  assert.equal(jsonOf(answered), '{"n":1}');
  assert.deepEqual(store.taken, ['comparison_uncached']);
});

test('when the uncached budget is used up, cached responses are still served', async () => {
  let spent = false;
  const store = fakeStore({ refuse: (kind) => (spent && kind === 'comparison_uncached' ? UNCACHED : null) });
  const answers = answersOn(store);
  await answers.get(request(), callerNamed('caller'));
  spent = true;
  assert.equal((await answers.get(request(), callerNamed('caller'))).kind, 'answer');
  assert.equal(
    (
      await answers.get(
        request(() => '{}', 'b'),
        callerNamed('caller'),
      )
    ).kind,
    'refused',
  );
});

test('without counters every request is unavailable', async () => {
  const answers = answersOn(fakeStore({ broken: true }));
  assert.deepEqual(await answers.get(request(), callerNamed('caller')), {
    kind: 'unavailable',
    cause: 'protection',
  });
});

test('an entry is never served after its expiry', async () => {
  const store = fakeStore();
  let now = 0;
  let computed = 0;
  const answers = answersOn(store, () => now);
  const asked = request(() => `{"n":${++computed}}`);
  await answers.get(asked, callerNamed('caller'));
  now = 999;
  assert.equal(jsonOf(await answers.get(asked, callerNamed('caller'))), '{"n":1}');
  now = 1_000;
  assert.equal(jsonOf(await answers.get(asked, callerNamed('caller'))), '{"n":2}');
});

test('a damaged entry in the shared cache is computed again', async () => {
  for (const damaged of [
    new Uint8Array([1, 2, 3]),
    brotliCompressSync('999 x\n{"n":1}'),
    brotliCompressSync('999\n{"n":1}'),
    brotliCompressSync('x 1\n{"n":1}'),
    brotliCompressSync('999 1'),
  ]) {
    const store = fakeStore();
    await answersOn(store).get(request(), callerNamed('caller'));
    await store.firstPut;
    for (const key of store.entries.keys()) store.entries.set(key, damaged);
    const outcome = await answersOn(store).get(
      request(() => '{"n":2}'),
      callerNamed('caller'),
    );
    assert.equal(jsonOf(outcome), '{"n":2}');
  }
});

test('when the uncached budget is used up, each of a hundred identical misses is refused by it', async () => {
  const store = fakeStore({ refuse: (kind) => (kind === 'comparison_uncached' ? UNCACHED : null) });
  const answers = answersOn(store);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async (_, caller) => answers.get(request(), callerNamed(`caller ${caller}`))),
  );
  for (const outcome of outcomes) {
    assert.equal(outcome.kind === 'refused' && outcome.decision.window.name, 'comparison.uncached.day');
  }
  assert.deepEqual(store.taken, []);
});

test('a hundred identical misses share the last uncached unit, even if some callers are refused', async () => {
  let left = 1;
  const isSpent = (caller: string) => Number(caller) % 3 === 0;
  const store = fakeStore({
    refuse(kind, caller) {
      if (isSpent(caller)) return 'comparison.minute';
      return kind === 'comparison_uncached' && left-- < 1 ? UNCACHED : null;
    },
  });
  const answers = answersOn(store);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async (_, caller) => answers.get(request(), callerNamed(String(caller)))),
  );
  for (const [caller, { kind }] of outcomes.entries()) {
    assert.equal(kind, isSpent(String(caller)) ? 'refused' : 'answer', `caller ${caller}`);
  }
  assert.equal(store.taken.filter((kind) => kind === 'comparison_uncached').length, 1);
});

test('a lease that cannot be released does not affect the response', async () => {
  const store = fakeStore();
  store.leases.release = async () => Promise.reject(new Error('gone'));
  const answers = answersOn(store);
  assert.equal(jsonOf(await answers.get(request(), callerNamed('caller'))), '{"n":1}');
});

test('a failed write to the store is tried again before the lease is released', async () => {
  const store = fakeStore();
  const put = store.cache.put.bind(store.cache);
  let tries = 0;
  store.cache.put = async (key, bytes) => {
    tries += 1;
    if (tries === 1) throw new Error('late');
    await put(key, bytes);
  };
  let computed = 0;
  const asked = request(() => `{"n":${++computed}}`);
  await answersOn(store).get(asked, callerNamed('x'));
  // Another process waits for the lease, and must neither compute nor take an uncached unit.
  const other = await answersOn(store).get(asked, callerNamed('y'));
  assert.equal(jsonOf(other), '{"n":1}');
  assert.deepEqual(store.taken, ['comparison_uncached', 'comparison']);
  assert.deepEqual([computed, tries], [1, 2]);
});

test('if the leader is refused, its other requests get the same refusal without another decision', async () => {
  let decisions = 0;
  const store = fakeStore({
    refuse() {
      decisions += 1;
      return 'comparison.minute';
    },
  });
  const answers = answersOn(store);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async () => answers.get(request(), callerNamed('caller'))),
  );
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['refused']));
  assert.equal(decisions, 1);
});

test('a response with its own expiry expires then, but never after its lifetime', async () => {
  for (const [endsAt, expected] of [
    [400, 400],
    [5_000, 1_000],
  ] as const) {
    let now = 0;
    let computed = 0;
    const answers = answersOn(fakeStore(), () => now);
    const asked = {
      ...request(),
      compute: () => ({ json: `{"n":${++computed}}`, expiresAt: endsAt }),
    };
    await answers.get(asked, callerNamed('caller'));
    now = expected - 1;
    assert.equal(jsonOf(await answers.get(asked, callerNamed('caller'))), '{"n":1}');
    now = expected;
    await answers.get(asked, callerNamed('caller'));
    assert.equal(computed, 2);
  }
});

test('after a clock goes back, a response still expires after its lifetime', async () => {
  const store = fakeStore();
  let now = 1_000_000;
  let elapsed = 1;
  let computed = 0;
  const answers = new Answers({
    store,
    clock: () => now,
    monotonic: () => elapsed,
    scope: ['test'],
    onEvent: () => {},
  });
  const asked = request(() => `{"n":${++computed}}`);
  await answers.get(asked, callerNamed('caller'));
  await store.firstPut;
  now -= 900_000;
  elapsed += 999;
  const outcome = await answers.get(asked, callerNamed('caller'));
  assert.equal(jsonOf(outcome), '{"n":1}');
  assert.equal(outcome.kind === 'answer' && outcome.entry.leftSeconds(now), 1);
  elapsed += 2;
  assert.equal(
    jsonOf(await answers.get(asked, callerNamed('caller'))),
    '{"n":2}',
    'it is not read from the store either',
  );
});

test('a form is charged like its response, without an uncached unit of its own', async () => {
  const store = fakeStore();
  const answers = answersOn(store);
  let made = 0;
  const formed = (name: string): AnswerRequest => ({
    ...request(),
    forms: [{ name, make: (base) => `{"of":${base.bytes.toString()},"made":${++made}}` }],
  });
  assert.equal(jsonOf(await answers.get(formed('hotspot'), callerNamed('a'))), '{"of":{"n":1},"made":1}');
  assert.equal(jsonOf(await answers.get(formed('hotspot'), callerNamed('b'))), '{"of":{"n":1},"made":1}');
  assert.equal(jsonOf(await answers.get(formed('5g'), callerNamed('c'))), '{"of":{"n":1},"made":2}');
  assert.equal(jsonOf(await answers.get(request(), callerNamed('d'))), '{"n":1}');
  assert.deepEqual(store.taken, ['comparison_uncached', 'comparison', 'comparison', 'comparison']);
});

test('a form that cannot be made refunds its units', async () => {
  const store = fakeStore();
  const forms = [
    { name: 'hotspot', make: () => '{}' },
    { name: 'csv', make: () => assert.fail('no') },
  ];
  const outcome = await answersOn(store).get({ ...request(), forms }, callerNamed('caller'));
  assert.deepEqual(outcome, { kind: 'unavailable', cause: 'data' });
  assert.equal(store.returned.length, 1);
});

test('a form without a name is made for every request and refunds its units like any other', async () => {
  const store = fakeStore();
  const answers = answersOn(store);
  let made = 0;
  const get = (make: () => string) =>
    answers.get({ ...request(), forms: [{ name: null, make }] }, callerNamed('caller'));
  for (const expected of ['1', '2']) {
    const outcome = await get(() => String(++made));
    assert.equal(outcome.kind === 'answer' && outcome.entry.bytes.toString(), expected);
  }
  assert.equal((await get(() => assert.fail('no'))).kind, 'unavailable');
  assert.equal(store.returned.length, 1);
});

test('all round trips of a request to a slow store share one deadline of 300 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = fakeStore();
  const slowly = <T>(reply: () => Promise<T>, deadline: Deadline | undefined): Promise<T> => {
    const later = new Promise<void>((resolve) => setTimeout(resolve, 140)).then(reply);
    return deadline?.wait(later) ?? later;
  };
  const slow = {
    cache: {
      ...store.cache,
      get: (key: string, deadline?: Deadline) => slowly(() => store.cache.get(key), deadline),
    },
    leases: {
      ...store.leases,
      acquire: (name: string, _ttlMs: number, deadline?: Deadline) =>
        slowly(() => store.leases.acquire(name), deadline),
    },
    counters: {
      ...store.counters,
      take: (kind: RequestKind, caller: Caller, deadline?: Deadline) =>
        slowly(() => store.counters.take(kind, caller), deadline),
    },
  };
  let passed = 0;
  const monotonic = () => passed;
  const answers = new Answers({ store: slow, clock: () => 0, monotonic, scope: ['test'], onEvent: () => {} });
  let outcome: Outcome | null = null;
  void answers.get(request(), callerNamed('caller')).then((made) => {
    outcome = made;
  });
  for (; passed < 360; passed += 5) {
    t.mock.timers.tick(5);
    await nextTurn();
    await nextTurn();
  }
  assert.deepEqual(outcome, { kind: 'unavailable', cause: 'protection' });
  assert.deepEqual(store.taken, []);
});

/** Snapshot 2, which corrects these destinations. */
const corrected = (destinations: Correction['destinations']) => ({
  serial: 2,
  corrections: [{ serial: null, at: 0, destinations }],
});

test('a correction makes the responses of its destinations obsolete in every process, and computing them again is paid for until they expire', async () => {
  const store = fakeStore();
  let now = 0;
  const clock = () => now;
  const [here, there] = [answersOn(store, clock), answersOn(store, clock)];
  const ask = async (answers: Answers, json: string, key = 'a', serial = 1) => {
    const outcome = await answers.get(
      request(() => json, key, serial),
      callerNamed('c'),
    );
    assert.equal(outcome.kind, 'answer');
    return outcome.kind === 'answer' ? [jsonOf(outcome), outcome.entry.expiry.at] : [];
  };
  assert.deepEqual(await ask(here, 'old'), ['old', 1_000]);
  await store.firstPut;
  assert.deepEqual(await ask(there, 'not computed'), ['old', 1_000]);
  now = 400;
  for (const answers of [here, there]) answers.useCorrections(corrected(['JP']));
  assert.deepEqual(await ask(here, 'not computed'), ['old', 1_000], 'another destination was corrected');
  for (const answers of [here, there]) answers.useCorrections(corrected(['TR', 'JP']));
  store.taken.splice(0);
  assert.deepEqual(await ask(here, 'new', 'a', 2), ['new', 1_000]);
  assert.deepEqual(store.taken, ['comparison'], 'no uncached unit');
  assert.equal((await ask(there, 'new', 'a', 2))[0], 'new');
  now = 1_000;
  store.taken.splice(0);
  assert.deepEqual(await ask(here, 'newer', 'a', 2), ['newer', 2_000]);
  assert.deepEqual(
    store.taken,
    ['comparison_uncached'],
    'after the original expiry it is a usual computation',
  );
});

test('a correction of all destinations makes every response obsolete that depends on the catalogue', async () => {
  const answers = answersOn(fakeStore());
  const ask = async (destinations: AnswerRequest['destinations'], serial: number, json: string) =>
    jsonOf(
      await answers.get(
        { ...request(() => json, String(destinations), serial), destinations },
        callerNamed('c'),
      ),
    );
  for (const destinations of [['TR'], 'all'] as const) await ask(destinations, 1, 'old');
  await ask([], 0, 'old');
  answers.useCorrections(corrected('all'));
  for (const destinations of [['TR'], 'all'] as const) assert.equal(await ask(destinations, 2, 'new'), 'new');
  assert.equal(await ask([], 0, 'new'), 'old', 'a response without a catalogue');
});
