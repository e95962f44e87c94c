/** The outbound link. Its target comes from the catalogue alone, so it cannot be an open redirect. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type Click, OTHER, viaOf } from '../../clicks/clicks.ts';
import { ID_PATTERN } from '../../domain/id.ts';
import { isCoveredDestination } from '../../domain/region.ts';
import { filledLink } from '../../domain/tracking-link.ts';
import { NO_STORE } from '../headers.ts';
import { type Problem, unavailable } from '../problems.ts';
import type { HttpAnswer, RequestFacts, Route } from '../router.ts';

interface GoOptions {
  readonly catalogue: () => Catalogue | null;
  /** Whether an earlier catalogue had this plan. */
  readonly isDiscontinued: (provider: string, plan: string) => Promise<boolean>;
  readonly refuse: (problem: Problem, request: RequestFacts) => HttpAnswer;
  readonly onClick: (click: Click) => void;
}

const NOT_INDEXED = { ...NO_STORE, 'X-Robots-Tag': 'noindex' } as const;

const GONE: Problem = {
  code: 'plan_gone',
  detail: 'This plan is no longer sold, or no longer in our catalogue. Compare again to see what is.',
  headers: { 'X-Robots-Tag': 'noindex' },
};
const UNKNOWN_PLAN: Problem = {
  code: 'not_found',
  detail: 'We know no plan by this name. Start from a comparison.',
  headers: { 'X-Robots-Tag': 'noindex' },
};

export function goRoute({ catalogue, isDiscontinued, refuse, onClick }: GoOptions): Route {
  return {
    path: '/go/:provider/:plan',
    method: 'GET',
    errorFormat: 'page',
    handle: async (request) => {
      const { provider = '', plan = '' } = request.params;
      if (!ID_PATTERN.test(provider) || !ID_PATTERN.test(plan)) return refuse(UNKNOWN_PLAN, request);
      const current = catalogue();
      if (current === null) return refuse(unavailable('data'), request);
      const found = current.find(provider, plan);
      if (found === null) {
        return refuse((await isDiscontinued(provider, plan)) ? GONE : UNKNOWN_PLAN, request);
      }
      const stated = new URLSearchParams(request.query);
      const via = viaOf(stated.get('via'));
      const wanted = stated.get('to') ?? '';
      const to = isCoveredDestination(found.plan.coverage, wanted) ? wanted : null;
      if (request.method === 'GET' && !isPrefetch(request.headers)) {
        const isNavigation = request.headers['sec-fetch-mode'] === 'navigate';
        onClick({ provider, via, to: to ?? OTHER, isNavigation });
      }
      const Location = filledLink(found.plan.link, via, to);
      return { status: 302, headers: { ...NOT_INDEXED, Location }, body: null };
    },
  };
}

/** A browser that only prepares a page which its user may open. */
const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers['purpose'], headers['sec-purpose']].some((purpose) => String(purpose).includes('prefetch'));
