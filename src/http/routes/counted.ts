/**
 * The folder: the routes of the API that are no document. These are the three counted ones: each asks the use case and
 * turns its outcome into an answer. It imports `domain/`, `catalogue/` and `comparison/`. Handlers may be called at any
 * time.
 */

import type { Outcome } from '../../comparison/answers.ts';
import type { Entry, Representation } from '../../comparison/cache.ts';
import { type Comparison, comparisonForm } from '../../comparison/comparison.ts';
import { type Problem, refusedProblem, unavailable } from '../problems.ts';
import { readTripQuery } from '../query.ts';
import type { HttpAnswer, RequestFacts, Route } from '../router.ts';
import { sendRepresentation } from '../send.ts';

export interface CountedOptions {
  readonly comparison: Comparison;
  readonly contact: string;
  readonly clock: () => number;
  readonly refuse: (problem: Problem) => HttpAnswer;
}

type Handler = Route['handle'];

export function countedHandlers({ comparison, contact, clock, refuse }: CountedOptions) {
  const finish = async (
    outcome: Outcome,
    request: RequestFacts,
    form: (entry: Entry) => Representation,
    status: (entry: Entry) => number = () => 200,
  ): Promise<HttpAnswer> => {
    if (outcome.kind === 'refused') return refuse(refusedProblem(outcome.decision, contact));
    if (outcome.kind === 'unavailable') return refuse(unavailable(outcome.cause));
    const { entry, decision } = outcome;
    const representation = form(entry);
    if (!representation.ready) await representation.compress();
    const leftSeconds = entry.leftSeconds(clock());
    return sendRepresentation({ representation, leftSeconds, decision, status: status(entry) }, request);
  };

  const plans: Handler = async (request) => {
    const reading = readTripQuery(request.query);
    if (!reading.ok) {
      const detail = reading.faults.map(({ message }) => message).join(' ');
      return refuse({ code: 'invalid_query', detail, errors: reading.faults });
    }
    const { trip, include, require } = reading.value;
    const form = (entry: Entry) => comparisonForm(entry, include);
    return finish(await comparison.plans(trip, request.caller, require), request, form);
  };

  const countries: Handler = async (request) =>
    finish(await comparison.countries(request.caller), request, ({ whole }) => whole);

  const health: Handler = async (request) =>
    finish(
      await comparison.health(request.caller),
      request,
      ({ whole }) => whole,
      (entry) => (isFailing(entry) ? 503 : 200),
    );

  return { plans, countries, health };
}

const isFailing = (entry: Entry): boolean =>
  entry.derive('failing', (json) => (JSON.parse(json) as { status: string }).status === 'failing');

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
