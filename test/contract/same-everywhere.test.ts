/** REST, MCP, page and command line show the same plans in the same order with the same comparable prices. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { esim } from '../cli/support.ts';
import { callTool } from '../mcp/support/post.ts';
import { resultsOf } from '../support/results-page.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TRIPS = [
  ['TR', 7, 'normal', 'recommended'],
  ['JP', 14, 'unlimited', 'cheapest'],
  ['US', 30, 'heavy', 'fastest'],
  ['ES', 3, 'light', 'recommended'],
] as const;
const LIST_OF = { recommended: 'Recommended', cheapest: 'Cheapest', fastest: 'Fastest' } as const;

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

interface Seen {
  readonly id: string;
  readonly comparable: string;
}

const dollars = (usd: number): string => usd.toFixed(2);

function onPage(text: string, sort: (typeof TRIPS)[number][3]): Seen[] {
  const list = resultsOf(text).lists[Object.keys(LIST_OF).indexOf(sort)] ?? assert.fail('no list');
  return list.cards.map(({ outLink, comparable }) => ({
    id: /\/go\/([^/]+\/[^/?]+)/.exec(outLink ?? '')?.[1] ?? assert.fail('a card without a link'),
    comparable:
      /\$([\d,.]+)/.exec(comparable ?? '')?.[1]?.replaceAll(',', '') ?? assert.fail('no order price'),
  }));
}

/**
 * A line with the price and the comparable one, then coupons, then the link:
 * " 1  Anatolia 10 GB   $9.80   $10.90", then "    https://esim.example/go/anatolia/tr-10?via=cli".
 */
const onTerminal = (text: string): Seen[] =>
  [
    ...text.matchAll(
      /^ *\d+ .* \$[\d.,]+[~ ] .*\$([\d.,]+)(?: .*)?\n(?: {4}.*\n)*? {4}\S+\/go\/([^?\s]+)\S*$/gm,
    ),
  ].map(([, comparable, id]) => ({ id: id!, comparable: comparable!.replaceAll(',', '') }));

for (const [country, days, need, sort] of TRIPS) {
  test(`${days} days in ${country}, ${need}: the same ${LIST_OF[sort]} everywhere`, async () => {
    const query = `country=${country}&days=${days}&need=${need}`;
    const rest = await service.json<Comparison>(`/api/v1/plans?${query}`);
    const expected: Seen[] = rest.orders[LIST_OF[sort]].map(({ provider, plan, why }) => ({
      id: `${provider.id}/${plan.id}`,
      comparable: dollars(why.comparable_usd),
    }));
    assert.ok(expected.length > 3);

    const tool = await callTool(`${service.url}/mcp`, 'search_esim_plans', { country, days, need, sort });
    const plans = tool.json.result.structuredContent.plans as { url: string; comparable_usd: number }[];
    assert.deepEqual(
      plans.map(({ url, comparable_usd }) => ({
        id: url.split(/\/go\/|\?/)[1],
        comparable: dollars(comparable_usd),
      })),
      expected,
      'MCP',
    );

    const picks = (list: readonly { picks: string[]; url: string }[]) =>
      list.map((pick) => `${pick.picks.join()} ${pick.url.split(/\/go\/|\?/)[1]}`);
    const { picks: toolPicks } = tool.json.result.structuredContent;
    if (sort === 'recommended')
      assert.deepEqual(
        picks(
          toolPicks.map((pick: { picks: string[]; plan: { url: string } }) => ({
            ...pick,
            url: pick.plan.url,
          })),
        ),
        picks(rest.picks.map((pick) => ({ ...pick, url: pick.result.url }))),
      );
    else assert.equal(toolPicks, undefined);

    const page = await (await service.get(`/compare?${query}&sort=${sort}`)).text();
    assert.deepEqual(onPage(page, sort), expected, 'page');

    const { stdout, code, stderr } = await esim(['rank', country, String(days), need, '--sort', sort], {
      STORE_URL: `file:${service.folder}`,
    });
    assert.equal(code, 0, stderr);
    assert.deepEqual(onTerminal(stdout), expected, 'command line');
  });
}
