/** The commands and examples of docs/mcp.md work. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { DEFAULT_POLICIES } from '../../src/limits/policies.ts';
import { PROTOCOL_VERSIONS } from '../../src/mcp/protocol/2026-07-28.ts';
import { PlanRow } from '../../src/wire/row.ts';
import { send } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.close());

const commands = [...page.matchAll(/```sh\n(curl [\s\S]*?)```/g)].map(([, command = '']) => command);

test('every curl command of the page works as it stands', async () => {
  assert.ok(commands.length > 0);
  for (const command of commands) {
    assert.ok(command.includes('https://esim.example/mcp'));
    const headers = Object.fromEntries(
      [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
    );
    const body = /-d '([^']+)'/.exec(command)?.[1] ?? '';
    const answer = await send(service.mcp, 'POST', headers, body);
    const isNotification = !body.includes('"id"');
    assert.equal(answer.status, isNotification ? 202 : 200, body);
    if (isNotification) continue;
    const { result } = JSON.parse(answer.text);
    assert.ok(result !== undefined && result.isError === undefined, answer.text);
  }
});

test('the page names every version, limit and field', () => {
  for (const version of PROTOCOL_VERSIONS) assert.ok(page.includes(version), version);
  for (const field of Object.keys(PlanRow.properties)) assert.ok(page.includes(`\`${field}\``), field);
  for (const kind of ['comparison', 'list'] as const) {
    const [minute, day] = [DEFAULT_POLICIES[`${kind}.minute`].limit, DEFAULT_POLICIES[`${kind}.day`].limit];
    assert.ok(page.includes(`${minute} a minute, ${day} a UTC day`), kind);
  }
});

test('every JSON example is JSON', () => {
  for (const [, json = ''] of page.matchAll(/```json\n([\s\S]*?)```/g)) assert.ok(JSON.parse(json));
});
