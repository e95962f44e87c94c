import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerNamed } from '../../limits/testing/callers.ts';
import { renderProblem } from '../problems.ts';
import { goRoute } from './go.ts';

test('without a catalogue, an outbound link is unavailable and not gone', async () => {
  const route = goRoute({
    catalogue: () => null,
    isDiscontinued: async () => true,
    onClick: () => assert.fail('no redirect'),
    refuse: (problem) => renderProblem(problem, 'https://esim.example'),
  });
  const { status, headers } = await route.handle({
    method: 'GET',
    params: { provider: 'driftlark', plan: 'tr-10gb-30d' },
    query: '',
    headers: {},
    caller: callerNamed('a'),
    body: Buffer.alloc(0),
    nextTurn: async () => {},
  });
  assert.equal(status, 503);
  assert.equal(headers['Retry-After'], '60');
});
