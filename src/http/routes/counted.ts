/** The routes of the API that take quota. Each runs a query and turns its outcome into a response. */
import type { Outcome } from '../../answers/answers.ts';
import type { Entry } from '../../answers/cache.ts';
import { comparisonForm, csvForm, ignoredForms, type Queries, withPhoneForm } from '../../answers/queries.ts';
import { csvName } from '../../wire/csv.ts';
import { prefersCsv } from '../negotiate.ts';
import { invalidQuery, type Problem, refusedProblem, unavailable } from '../problems.ts';
import { readTripQuery } from '../query.ts';
import { type HttpAnswer, NOT_FOUND, type RequestFacts, type Route } from '../router.ts';
import { readPhoneQuery, readPlaceQuery } from '../search-query.ts';
import { CSV_TYPE, type Sendable, sendCounted } from '../send.ts';

interface CountedOptions {
  readonly queries: Queries;
  readonly contact: string;
  readonly clock: () => number;
  readonly refuse: (problem: Problem) => HttpAnswer;
}

type SendOptions = Pick<Sendable, 'status' | 'type' | 'vary' | 'fileName'>;

export function countedRoutes({ queries, contact, clock, refuse }: CountedOptions): Route[] {
  const respond = async (
    outcome: Outcome,
    request: RequestFacts,
    options?: SendOptions,
  ): Promise<HttpAnswer> => {
    if (outcome.kind === 'refused') return refuse(refusedProblem(outcome.decision, contact, request.caller));
    if (outcome.kind === 'unavailable') return refuse(unavailable(outcome.cause));
    const { entry, decision } = outcome;
    return await sendCounted(
      { entry, leftSeconds: entry.leftSeconds(clock()), decision, ...options },
      request,
    );
  };

  const plans: Route['handle'] = async (request) => {
    const parsed = readTripQuery(request.query);
    if (!parsed.ok) return refuse(invalidQuery(parsed.faults));
    const { trip, filters, limit, format, phone } = parsed.value;
    if (format === null ? prefersCsv(request.headers) : format === 'csv') {
      const form = csvForm(limit, { forSpreadsheet: format === 'csv' });
      const outcome = await queries.comparison(trip, request.caller, filters, form);
      return await respond(outcome, request, { type: CSV_TYPE, fileName: csvName(trip), vary: 'Accept' });
    }
    const forms = [comparisonForm(parsed.value)].filter((form) => form !== null);
    if (phone !== null) forms.push(withPhoneForm(queries.reference(), phone));
    return await respond(
      await queries.comparison(trip, request.caller, filters, ...forms),
      request,
      JSON_PLANS,
    );
  };

  const countries: Route['handle'] = async (request) => {
    const { query, faults, unknown } = readPlaceQuery(request.query);
    if (faults.length > 0) return refuse(invalidQuery(faults));
    return await respond(await queries.countries(request.caller, query, ...ignoredForms(unknown)), request);
  };

  const phones: Route['handle'] = async (request) => {
    const search = queries.reference().phones;
    if (search === null) return refuse(NOT_FOUND);
    const { query, faults, unknown } = readPhoneQuery(request.query);
    if (query === null) return refuse(invalidQuery(faults));
    return await respond(await queries.phones(request.caller, search, query, unknown), request);
  };

  const health: Route['handle'] = async (request) => {
    const outcome = await queries.health(request.caller);
    const isFailing = outcome.kind === 'answer' && statusIn(outcome.entry) === 'failing';
    return await respond(outcome, request, { status: isFailing ? 503 : 200 });
  };

  const get = (path: string, handle: Route['handle']): Route => ({
    path,
    method: 'GET',
    errorFormat: 'api',
    handle,
  });
  return [
    get('/api/v1/plans', plans),
    get('/api/v1/countries', countries),
    get('/api/v1/phones', phones),
    get('/api/v1/health', health),
    get('/health', health),
  ];
}

/** `Accept` decides between JSON and CSV. */
const JSON_PLANS: SendOptions = { vary: 'Accept' };

const statusIn = (health: Entry): string => health.json<{ status: string }>().status;
