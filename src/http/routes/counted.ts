/**
 * The folder: the routes of the API. This file has the three counted ones: each calls the use case and turns its outcome
 * into an answer. The folder imports `domain/`, `catalogue/` and `comparison/`. Handlers may be called at any time.
 */

import type { Outcome } from '../../comparison/answers.ts';
import type { Entry } from '../../comparison/cache.ts';
import { type Comparison, comparisonForm, csvForm } from '../../comparison/comparison.ts';
import { prefersCsv } from '../negotiate.ts';
import { type Problem, refusedProblem, unavailable } from '../problems.ts';
import { readTripQuery } from '../query.ts';
import type { HttpAnswer, RequestFacts, Route } from '../router.ts';
import { CSV_TYPE, type Sendable, sendCounted } from '../send.ts';

export interface CountedOptions {
  readonly comparison: Comparison;
  readonly contact: string;
  readonly clock: () => number;
  readonly refuse: (problem: Problem) => HttpAnswer;
}

type Handler = Route['handle'];

interface Response extends Pick<Sendable, 'type' | 'vary'> {
  readonly status?: (entry: Entry) => number;
}

export function countedHandlers({ comparison, contact, clock, refuse }: CountedOptions) {
  const problemOf = (outcome: Exclude<Outcome, { kind: 'answer' }>): Problem =>
    outcome.kind === 'refused' ? refusedProblem(outcome.decision, contact) : unavailable(outcome.cause);
  const respond = (
    outcome: Outcome,
    request: RequestFacts,
    { status, type, vary }: Response = {},
  ): Promise<HttpAnswer> => {
    if (outcome.kind !== 'answer') return Promise.resolve(refuse(problemOf(outcome)));
    const { entry, decision } = outcome;
    const sendable = {
      entry,
      leftSeconds: entry.leftSeconds(clock()),
      decision,
      status: status?.(entry),
      type,
      vary,
    };
    return sendCounted(sendable, request);
  };

  const plans: Handler = async (request) => {
    const parsed = readTripQuery(request.query);
    if (!parsed.ok) {
      const detail = parsed.faults.map(({ message }) => message).join(' ');
      return refuse({ code: 'invalid_query', detail, errors: parsed.faults });
    }
    const { trip, filters, limit, format } = parsed.value;
    const isCsv = format === null ? prefersCsv(request.headers) : format === 'csv';
    const form = isCsv ? csvForm(limit) : comparisonForm(parsed.value);
    const outcome = await comparison.plans(trip, request.caller, filters, form);
    return await respond(outcome, request, { vary: 'Accept', type: isCsv ? CSV_TYPE : undefined });
  };

  const countries: Handler = async (request) => respond(await comparison.countries(request.caller), request);

  const health: Handler = async (request) =>
    respond(await comparison.health(request.caller), request, {
      status: (entry) => (entry.json<{ status: string }>().status === 'failing' ? 503 : 200),
    });

  return { plans, countries, health };
}

export function countedRoutes(options: CountedOptions): Route[] {
  const { plans, countries, health } = countedHandlers(options);
  const get = (path: string, handle: Handler): Route => ({ path, method: 'GET', errorFormat: 'api', handle });
  return [
    get('/api/v1/plans', plans),
    get('/api/v1/countries', countries),
    get('/api/v1/health', health),
    get('/health', health),
  ];
}
