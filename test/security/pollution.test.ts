import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { CASES, fixture, pageFrom, parseAll } from '../../src/ingest/testing/adapters.ts';
import { normaliser, settings } from '../../src/ingest/testing/plans.ts';
import { startTestService, type TestService } from '../support/service.ts';

const POLLUTED = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
const CALL = '"jsonrpc":"2.0","id":1,"method":"tools/call"';

const isClean = (): boolean => !Object.hasOwn(Object.prototype, 'polluted') && !('polluted' in {});

describe('prototype pollution', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  test('a query with __proto__ has an unknown parameter', async () => {
    for (const query of [
      '__proto__[polluted]=1',
      '__proto__.polluted=1',
      'constructor[prototype][polluted]=1',
      '__proto__=1',
    ]) {
      const answer = await service.get(`/api/v1/plans?country=TR&days=7&need=normal&${query}`);
      assert.equal(answer.status, 200, query);
      assert.equal((await service.get(`/api/v1/plans?${query}`)).status, 422, query);
      assert.ok(isClean(), query);
    }
  });

  test('a JSON-RPC message with __proto__ names no method, no tool and no argument', async () => {
    for (const body of [
      `{${CALL},"params":${POLLUTED}}`,
      `{${CALL},"params":{"name":"__proto__","arguments":{}}}`,
      `{${CALL},"params":{"name":"constructor","arguments":{}}}`,
      `{${CALL},"params":{"name":"toString","arguments":{}}}`,
      `{${CALL},"params":{"name":"search_esim_plans","arguments":${POLLUTED}}}`,
      `{${CALL},"params":{"name":"search_esim_plans","arguments":{"__proto__":{"country":"TR","days":7,"need":"normal"}}}}`,
      '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
      '{"jsonrpc":"2.0","id":1,"method":"constructor"}',
      '{"jsonrpc":"2.0","id":1,"method":"hasOwnProperty"}',
      `{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}`,
    ]) {
      const answer = await service.get('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const said = (await answer.json()) as { error?: object; result?: { isError?: boolean } };
      assert.ok(said.error !== undefined || said.result?.isError === true, body);
      assert.ok(isClean(), body);
    }
  });

  test('a row of a feed with __proto__ changes only its own draft', async () => {
    const normalise = normaliser(settings());
    for (const { adapter, fixture: name, options } of CASES.filter((each) =>
      each.fixture.endsWith('.json'),
    )) {
      const hostile = fixture(name).replaceAll(
        /\{(?=\s*")/g,
        `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},`,
      );
      for (const row of await parseAll(ADAPTERS[adapter]!, pageFrom(hostile), options).catch(() => [])) {
        if (row.ok) normalise(row.draft);
      }
      assert.ok(isClean(), name);
    }
  });
});
