/** Compares the rows of a trip on all interfaces: REST, MCP, page and CSV. */
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import type { PlanRow } from '../../src/wire/row.ts';
import { type Comparison, LIST_OF } from '../../src/wire/schemas/comparison.ts';
import { callTool } from '../mcp/support/post.ts';
import { resultsOf } from './results-page.ts';
import { someCaller, type TestService } from './service.ts';

const PLACES = 'TR JP US ES TH GB IT KR AU EG EU XA XS XN XL'.split(' ');
const REGIONS = new Set(['EU', 'XA', 'XS', 'XN', 'XL']);
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'] as const;
const SORTS = ['recommended', 'cheapest', 'fastest'] as const;
const THEN = [['KR', 4] as const, ['TW', 3] as const];

export interface SameTrip {
  readonly country: string;
  readonly days: number;
  readonly need: string;
  readonly travellers?: number;
  readonly then?: readonly { readonly country: string; readonly days: number }[];
}

/** Trips to countries and regions, for one traveller and for groups, some with several stops. Each number is one trip. */
export function tripOf(index: number): SameTrip {
  const country = PLACES[index % PLACES.length]!;
  const hasStops = index % 4 === 1 && !REGIONS.has(country);
  const stops = THEN.slice(0, 1 + (index % 2)).filter(([code]) => code !== country);
  const travellers = 1 + ((index * 7) % 5);
  return {
    country,
    days: 1 + ((index * 13) % 30),
    need: NEEDS[(index * 3) % NEEDS.length]!,
    ...(travellers > 1 && { travellers }),
    ...(hasStops && { then: stops.map(([code, days]) => ({ country: code, days })) }),
  };
}

/** What every interface shows of an offer. */
interface Row {
  readonly id: string;
  readonly usd: number;
  readonly comparable: number;
  readonly group: number | null;
}

const idOf = (url: string): string => /\/go\/([^/]+\/[^/?]+)/.exec(url)?.[1] ?? assert.fail(url);
const dollarsIn = (text: string | null): number =>
  Number(/\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? assert.fail(text ?? 'no price'));

/** Returns how many rows were compared. */
export async function assertSameRows(service: TestService, trip: SameTrip): Promise<number> {
  const then = trip.then?.map(({ country, days }) => `${country}:${days}`).join();
  const parameters = new URLSearchParams({ ...trip, days: String(trip.days), then: then ?? '' } as never);
  if (then === undefined) parameters.delete('then');
  const query = parameters.toString();
  const caller = someCaller();
  const rest = await service.json<Comparison>(`/api/v1/plans?${query}`, { caller });
  const csv = await (await service.get(`/api/v1/plans?${query}&format=csv`, { caller })).text();
  const cells: readonly Record<string, string>[] = parse(csv, { columns: true, bom: true });
  const numberIn = (text: string | undefined) => (text ? Number(text) : null);
  const { lists } = resultsOf(await (await service.get(`/compare?${query}`, { caller })).text());
  let count = 0;
  for (const sort of SORTS) {
    const list = LIST_OF[sort];
    const expected: Row[] = rest.orders[list].map(({ url, price, why }) => ({
      id: idOf(url),
      usd: price.usd,
      comparable: why.comparable_usd,
      group: price.group_usd,
    }));
    const missing = rest.orders[list].map(({ fits }) => fits.missing_countries?.join(' ') ?? '');
    const tool = await callTool(`${service.url}/mcp`, 'search_esim_plans', { ...trip, sort });
    const rows = tool.json.result.structuredContent.plans as PlanRow[];
    const named = `${query} ${sort}`;
    const shownByTool = rows.map((row): Row => {
      return { id: idOf(row.url), usd: row.usd, comparable: row.comparable_usd, group: row.group_usd };
    });
    assert.deepEqual(shownByTool, expected, `MCP: ${named}`);
    assert.deepEqual(
      rows.map(({ missing_countries }) => missing_countries?.join(' ') ?? ''),
      missing,
      `MCP: ${named}`,
    );
    const shownByCsv = cells
      .filter((row) => row['list'] === list)
      .map((row): Row => {
        const { url, usd, comparable_usd, group_usd } = row;
        return {
          id: idOf(url!),
          usd: Number(usd),
          comparable: Number(comparable_usd),
          group: numberIn(group_usd),
        };
      });
    assert.deepEqual(shownByCsv, expected, `CSV: ${named}`);
    const cards = lists[SORTS.indexOf(sort)]?.cards ?? [];
    assert.deepEqual(
      cards.map(({ outLink, price, comparable }) => [
        idOf(outLink ?? ''),
        dollarsIn(price),
        dollarsIn(comparable),
      ]),
      expected.map(({ id, usd, comparable }) => [id, usd, comparable]),
      `page: ${named}`,
    );
    count += expected.length;
  }
  return count;
}
