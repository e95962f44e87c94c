import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, keyOf, NOON, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { createBurstLimit } from './burst.ts';
import { limitBody, rateLimitHeaders } from './decision.ts';
import { POLICY_NAMES } from './policies.ts';
import { callerNamed } from './testing/callers.ts';

test('an admitted request has every header except Retry-After, and lists all windows by name', async () => {
  // All other limits are a million.
  const { counters } = await rigOf(policiesWith({ 'comparison.minute': 12 }), {
    clock: new HandClock(NOON + 1),
  });
  assert.deepEqual(rateLimitHeaders(await counters.take('comparison', callerNamed(keyOf(1)))), {
    'X-RateLimit-Limit': '12',
    'X-RateLimit-Remaining': '11',
    // Rounded up, so that the unit has expired at that second.
    'X-RateLimit-Reset': String(NOON / 1000 + 61),
    'RateLimit-Policy':
      '"comparison.minute";q=12;w=60, "comparison.day";q=1000000;w=86400, "comparison.service.day";q=1000000;w=86400',
    RateLimit:
      '"comparison.minute";r=11;t=60, "comparison.day";r=999999;t=43200, "comparison.service.day";r=999999;t=43200',
  });
});

test('a refused request has all headers, and its body names the window', async () => {
  const { counters, clock } = await rigOf(policiesWith({ 'comparison.minute': 1 }));
  await counters.take('comparison', callerNamed(keyOf(1)));
  clock.now += 20_000;
  const refused = await counters.take('comparison', callerNamed(keyOf(1)));
  const headers = rateLimitHeaders(refused);
  assert.deepEqual(Object.keys(headers), [
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'RateLimit-Policy',
    'RateLimit',
    'Retry-After',
  ]);
  assert.equal(headers['X-RateLimit-Remaining'], '0');
  assert.equal(headers['Retry-After'], '40');
  assert.equal(headers['X-RateLimit-Reset'], String(NOON / 1000 + 60));
  const reset = NOON / 1000 + 60;
  assert.deepEqual(limitBody(refused.window), { name: 'comparison.minute', per: 'minute', limit: 1, reset });
});

test('the burst limit has the same headers and the same body', () => {
  const limiter = createBurstLimit({ clock: new HandClock().read, capacity: 1 });
  limiter.take('ann');
  const refused = limiter.take('ann');
  assert.equal(rateLimitHeaders(refused)['Retry-After'], '1');
  assert.equal(rateLimitHeaders(refused)['RateLimit-Policy'], '"burst";q=1;w=1');
  assert.equal(rateLimitHeaders(refused)['RateLimit'], '"burst";r=0;t=1');
  assert.deepEqual(limitBody(refused.window), {
    name: 'burst',
    per: 'second',
    limit: 1,
    reset: NOON / 1000 + 1,
  });
});

test('the window of the burst limit is the time in which an empty bucket fills', () => {
  const policyOf = (capacity: number, perSecond: number) => {
    const limiter = createBurstLimit({ clock: new HandClock().read, capacity, perSecond });
    return rateLimitHeaders(limiter.take('ann'))['RateLimit-Policy'];
  };
  assert.equal(policyOf(100, 10), '"burst";q=100;w=10');
  assert.equal(policyOf(200, 5), '"burst";q=200;w=40');
  assert.equal(policyOf(5, 100), '"burst";q=5;w=1');
});

test('the body of every window states its period', async () => {
  const policies = policiesWith({});
  for (const name of POLICY_NAMES) {
    assert.equal(limitBody({ name, limit: 1, remaining: 0, resetAt: 0 }).per, policies[name].window);
  }
});
