import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answers } from '../../answers/answers.ts';
import type { Queries } from '../../answers/queries.ts';
import type { Reservation } from '../../limits/port.ts';
import { callerNamed } from '../../limits/testing/callers.ts';
import { renderProblem } from '../problems.ts';
import { countedRoutes } from './counted.ts';

const window = { name: 'comparison.minute', limit: 12, remaining: 11, resetAt: 60_000 } as const;

test('a phone check that fails refunds the units of its comparison', async () => {
  const taken: string[] = [];
  const refunded: string[] = [];
  const store = {
    cache: { get: async () => null, put: async () => {} },
    leases: { acquire: async () => null, renew: async () => true, release: async () => {} },
    counters: {
      async take(kind: Reservation['kind'], caller: { key: string }) {
        taken.push(String(taken.length + 1));
        const reservation = { kind, caller: caller.key, takenAt: 0, id: String(taken.length) };
        return { admitted: true as const, window, windows: [window], now: 0, reservation };
      },
      refund: async ({ id }: Reservation) => void refunded.push(id),
    },
  };
  const answers = new Answers({ store, clock: () => 0, scope: [], onEvent: () => {} });
  const broken = {
    compiledOn: '2026-01-01',
    find: () => {
      throw new Error('broken');
    },
  };
  const queries = {
    reference: () => ({ phones: broken, notes: null, activities: null, problems: [] }),
    comparison: (_trip, caller, _filters, ...forms) =>
      answers.get(
        {
          key: 'trip',
          ttlMs: 1_000,
          serial: 1,
          destinations: [],
          kindIfCached: 'comparison',
          kindIfComputed: () => 'comparison',
          shared: false,
          compute: () => ({
            json: JSON.stringify({ query: {}, orders: {}, variants: [], notices: [], good_to_know: [] }),
            expiresAt: 1_000,
          }),
          forms,
        },
        caller,
      ),
  } satisfies Pick<Queries, 'comparison'> & { reference: () => unknown };
  const [plans] = countedRoutes({
    queries: queries as unknown as Queries,
    contact: 'mailto:desk@esim.example',
    clock: () => 0,
    refuse: (problem) => renderProblem(problem, 'https://esim.example'),
  });
  // With variants, the computed answer is sent as it is, so that only the phone check can fail.
  const query = 'country=TR&days=7&need=normal&include=variants';
  const facts = {
    method: 'GET',
    params: {},
    headers: {},
    caller: callerNamed('a'),
    body: Buffer.alloc(0),
    nextTurn: async () => {},
  };
  assert.equal((await plans!.handle({ ...facts, query })).status, 200);
  assert.deepEqual(refunded, []);
  assert.equal((await plans!.handle({ ...facts, query: `${query}&phone=iPhone` })).status, 503);
  assert.deepEqual([taken, refunded], [['1', '2'], ['2']]);
});
