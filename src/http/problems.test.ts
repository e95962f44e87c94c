import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedProblem } from './problems.ts';

const ANYBODY = { key: 'somebody' } as const;
const NOW = Date.UTC(2026, 0, 15);
const WINDOW = { name: 'comparison.minute', limit: 12, remaining: 0, resetAt: NOW + 42_000 } as const;
const REFUSED = {
  admitted: false,
  window: WINDOW,
  windows: [WINDOW],
  now: NOW,
  retryAfterSeconds: 42,
} as const;

test('a 429 has the contact of the operator, and does not refer to a page without one', () => {
  const withContact = refusedProblem(REFUSED, 'mailto:desk@esim.example', ANYBODY).detail;
  assert.match(withContact, /write first: mailto:desk@esim\.example$/);
  const without = refusedProblem(REFUSED, 'https://esim.example/terms#contact', ANYBODY).detail;
  assert.doesNotMatch(without, /terms|write/);
});

test('a 429 says who shares the allowance: one address, or all networks of an agreement', () => {
  const detailFor = (per?: 'address' | 'network') =>
    refusedProblem(REFUSED, 'mailto:desk@esim.example', { ...ANYBODY, ...(per && { per, limits: {} }) })
      .detail;
  for (const detail of [detailFor(), detailFor('address')]) {
    assert.match(detail, /shared by everyone behind one network address/);
  }
  assert.match(detailFor('network'), /allowance of your agreement; all of its networks share it/);
  assert.doesNotMatch(detailFor('network'), /one network address/);
});
