import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedProblem } from './problems.ts';

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
  const withContact = refusedProblem(REFUSED, 'mailto:desk@esim.example').detail;
  assert.match(withContact, /write first: mailto:desk@esim\.example$/);
  const without = refusedProblem(REFUSED, 'https://esim.example/terms#contact').detail;
  assert.doesNotMatch(without, /terms|write/);
});
