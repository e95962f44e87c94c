/** The routes of the API that take quota. Each calls the comparison and turns its outcome into a response. */

import type { Outcome } from '../../comparison/answers.ts';
import type { Entry } from '../../comparison/cache.ts';
import {
  type Comparison,
  comparisonForm,
  comparisonWithPhone,
  csvForm,
  phoneForm,
} from '../../comparison/comparison.ts';
import type { Caller } from '../../limits/port.ts';
import { csvName } from '../../wire/csv.ts';
import type { QueryFault } from '../../wire/schemas/problem.ts';
import { prefersCsv } from '../negotiate.ts';
import { type Problem, refusedProblem, unavailable } from '../problems.ts';
import { readTripQuery } from '../query.ts';
import { type HttpAnswer, NOT_FOUND, type RequestFacts, type Route } from '../router.ts';
import { readPhoneQuery, readPlaceQuery } from '../search-query.ts';
import { CSV_TYPE, type Sendable, sendCounted } from '../send.ts';

export interface CountedOptions {
  readonly comparison: Comparison;
  readonly contact: string;
  readonly clock: () => number;
  readonly refuse: (problem: Problem) => HttpAnswer;
}

type Handler = Route['handle'];

interface Response extends Pick<Sendable, 'type' | 'vary' | 'fileName'> {
  readonly status?: (entry: Entry) => number;
  /** Adds what belongs to this request alone. */
  readonly finish?: (entry: Entry) => Entry;
}

export function countedHandlers({ comparison, contact, clock, refuse }: CountedOptions) {
  const problemOf = (outcome: Exclude<Outcome, { kind: 'answer' }>, caller: Caller): Problem =>
    outcome.kind === 'refused'
      ? refusedProblem(outcome.decision, contact, caller)
      : unavailable(outcome.cause);
  const respond = (
    outcome: Outcome,
    request: RequestFacts,
    { status, finish, type, vary, fileName }: Response = {},
  ): Promise<HttpAnswer> => {
    if (outcome.kind !== 'answer') return Promise.resolve(refuse(problemOf(outcome, request.caller)));
    const { entry, decision } = outcome;
    const sendable = {
      entry: finish === undefined ? entry : finish(entry),
      leftSeconds: entry.leftSeconds(clock()),
      decision,
      status: status?.(entry),
      type,
      vary,
      fileName,
    };
    return sendCounted(sendable, request);
  };

  const plans: Handler = async (request) => {
    const parsed = readTripQuery(request.query);
    if (!parsed.ok) return refuse(invalidQuery(parsed.faults));
    const { trip, filters, limit, format, phone } = parsed.value;
    const isCsv = format === null ? prefersCsv(request.headers) : format === 'csv';
    const form = isCsv ? csvForm(limit, format === 'csv') : comparisonForm(parsed.value);
    const outcome = await comparison.plans(trip, request.caller, filters, form);
    const finish = (entry: Entry): Entry =>
      phone === null || isCsv ? entry : comparisonWithPhone(entry, comparison.reference(), phone);
    const file = isCsv ? { type: CSV_TYPE, fileName: csvName(trip) } : {};
    return await respond(outcome, request, { finish, vary: 'Accept', ...file });
  };

  const countries: Handler = async (request) => {
    const { query, faults } = readPlaceQuery(request.query);
    if (faults.length > 0) return refuse(invalidQuery(faults));
    return await respond(await comparison.countries(request.caller, query), request);
  };

  const phones: Handler = async (request) => {
    const search = comparison.reference().phones;
    if (search === null) return refuse(NOT_FOUND);
    const { query, faults } = readPhoneQuery(request.query);
    if (query === null) return refuse(invalidQuery(faults));
    const finish = (frame: Entry): Entry => phoneForm(frame, search, query);
    return await respond(await comparison.phones(request.caller), request, { finish });
  };

  const health: Handler = async (request) =>
    respond(await comparison.health(request.caller), request, {
      status: (entry) => (entry.json<{ status: string }>().status === 'failing' ? 503 : 200),
    });

  return { plans, countries, phones, health };
}

const invalidQuery = (errors: QueryFault[]): Problem => ({
  code: 'invalid_query',
  detail: errors.map(({ message }) => message).join(' '),
  errors,
});

export function countedRoutes(options: CountedOptions): Route[] {
  const { plans, countries, phones, health } = countedHandlers(options);
  const get = (path: string, handle: Handler): Route => ({ path, method: 'GET', errorFormat: 'api', handle });
  return [
    get('/api/v1/plans', plans),
    get('/api/v1/countries', countries),
    get('/api/v1/phones', phones),
    get('/api/v1/health', health),
    get('/health', health),
  ];
}
