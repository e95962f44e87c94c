/** The real routes of the pages without a service. Each comparison is the documented example, which a test can change. */
import type { Outcome } from '../../answers/answers.ts';
import { type Entry, ResponseCache } from '../../answers/cache.ts';
import type { Queries } from '../../answers/queries.ts';
import { CoverageCounts } from '../../catalogue/coverage-counts.ts';
import type { Coverage } from '../../domain/plan.ts';
import type { Trip } from '../../domain/trip.ts';
import type { HttpAnswer } from '../../http/router.ts';
import { DEFAULT_POLICIES } from '../../limits/policies.ts';
import { BUNDLED_REFERENCE, loadReference } from '../../reference/load.ts';
import { examples } from '../../wire/examples.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { NoticeCode } from '../../wire/sentences/notices.ts';
import type { PageOptions } from '../context.ts';
import type { PageCaches } from '../page-caches.ts';
import { webRoutes } from '../routes.ts';

const REFERENCE = loadReference(BUNDLED_REFERENCE);

export const NOW = Date.parse('2026-11-15T12:00:00Z');

export function exampleComparison(): Comparison {
  const comparison = structuredClone(examples().comparison);
  Object.assign(comparison.considered, { plans: 241, meet_the_need: 63 });
  return comparison;
}

export function exampleResult(change: (result: Result) => void = () => {}): Result {
  const result = structuredClone(exampleComparison().orders.Recommended[0]!);
  change(result);
  return result;
}

export const answered = (comparison: Comparison): Outcome => ({
  kind: 'answer',
  entry: new ResponseCache({ maxBytes: 10_000_000, clock: () => NOW }).put(
    'response',
    JSON.stringify(comparison),
    { at: NOW + 900_000, lifetimeMs: 900_000, serial: 1 },
  ),
  decision: {
    admitted: true,
    reservation: '',
    window: { name: 'comparison.minute', limit: 12, remaining: 11, resetAt: NOW + 60_000 },
  } as unknown as Extract<Outcome, { kind: 'answer' }>['decision'],
});

export interface Site {
  /** Every compared trip. Each of them takes one unit of quota. */
  readonly compared: readonly Trip[];
  readonly paths: readonly string[];
  readonly options: PageOptions;
  /** The bodies that are rendered before they are requested, by route. */
  readonly prepared: ReadonlyMap<string, readonly (() => Entry)[]>;
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer & { readonly text: string }>;
}

export function createSite(
  outcome: () => Outcome = () => answered(exampleComparison()),
  more: Partial<PageOptions> = {},
  caches?: PageCaches,
): Site {
  const compared: Trip[] = [];
  const identity = { serviceName: 'Eşim', baseUrl: 'https://esim.example' };
  const contact = 'mailto:desk@esim.example';
  const comparison: Queries['comparison'] = async (trip, _caller, _filters, form) => {
    compared.push(trip);
    const answer = outcome();
    if (answer.kind !== 'answer' || !form) return answer;
    return { ...answer, entry: answer.entry.uncached(form.make(answer.entry)) };
  };
  const matches: Queries['matches'] = (_trip, _now, choices) =>
    choices.map(() => ({ count: 7, lowestCents: 500 }));
  const options: PageOptions = {
    queries: {
      comparison,
      matches,
      countries: async () => answered(exampleComparison()),
      reference: () => REFERENCE,
    } as unknown as Queries,
    catalogue: () => null,
    lowestPrices: () => null,
    identity,
    contact,
    operator: null,
    funding: null,
    hasTrackingLinks: () => false,
    brand: null,
    policies: DEFAULT_POLICIES,
    version: '1.0.0',
    clock: () => NOW,
    rates: async () => null,
    ...more,
  };
  const routes = webRoutes(options, caches);
  return {
    compared,
    options,
    paths: routes.map(({ path }) => path),
    prepared: new Map(routes.map(({ path, prepare }) => [path, prepare?.() ?? []])),
    async get(url, headers = {}) {
      const [path = '', query = ''] = url.split('?', 2);
      const [, folder = '', last = ''] = path.split('/');
      const route =
        routes.find((known) => known.path === path) ??
        routes.find((known) => known.path.startsWith(`/${folder}/:`));
      if (route === undefined) throw new Error(`no route ${path}`);
      const response = await route.handle({
        method: 'GET',
        params: { [route.path.split(':')[1] ?? '']: last },
        query,
        headers,
        caller: { key: 'somebody' } as Parameters<typeof route.handle>[0]['caller'],
        body: Buffer.alloc(0),
        nextTurn: async () => {},
      });
      return { ...response, text: response.body?.toString() ?? '' };
    },
  };
}

/** The value of `contact` if the operator has set no CONTACT. */
export const NO_CONTACT = 'https://esim.example/terms#contact';

/** The text of a page, without markup. */
export const wordsOf = (page: string): string =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z#0-9]+;/g, ' ')
    .replace(/\s+/g, ' ');

/** A catalogue whose plans each work in all of the given countries. It has only the fields that the pages use. */
export const somePlans = (
  codes: readonly string[] = ['JP', 'TR'],
  planIds: readonly string[] = ['first', 'second'],
): PageOptions['catalogue'] => {
  const coverage: Coverage = {
    scope: 'country',
    destinations: codes,
    exclusions: [],
    networks: { JP: [{ name: 'A', generation: '5G' }] },
    generation: null,
    breakout: 'unknown',
    exits: null,
  };
  const entries = planIds.map((id) => ({
    plan: { id, provider: 'shop', coverage, allowance: { model: 'total' } },
  }));
  const coverageCounts = new CoverageCounts();
  coverageCounts.add(coverage, entries.length);
  const catalogue = {
    version: 'v1',
    sample: false,
    planCount: entries.length,
    providers: [{ id: 'shop', name: 'Shop' }],
    destinations: codes.map((code) => ({ code, plans: entries.length })),
    planCounts: new Map(codes.map((code) => [code, entries.length])),
    coverageCounts,
    sellerFacts: new Map(),
    newest: NOW,
    oldest: NOW - 3_600_000,
    destination: (code: string) => (codes.includes(code) ? { entries } : null),
  };
  return () => catalogue as unknown as ReturnType<PageOptions['catalogue']>;
};

/** A complete trip, whose page the tests ask for. */
export const TRIP = '/compare?country=TR&days=7&need=normal';

export const notice = (code: NoticeCode) => ({ code, text: code });

/** The text of each filter link, and the features that its address requires. */
export const filterLinks = (text: string): string[] => {
  const [filters = ''] = /<nav class="filters"[\s\S]*?<\/nav>/.exec(text) ?? [];
  return [...filters.matchAll(/href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href = '', words = '']) =>
      `${words.replace(/<[^>]*>/g, '')} ${new URLSearchParams(href.replaceAll('&amp;', '&')).get('require') ?? ''}`,
  );
};
