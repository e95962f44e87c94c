/** The three counted API routes. Each asks the use case and spells its outcome. */

import type { Representation } from '../../comparison/answer.ts';
import type { Outcome, Refused } from '../../comparison/answers.ts';
import { type Comparison, comparisonForm } from '../../comparison/comparison.ts';
import type { Entry } from '../../comparison/entry.ts';
import { Recent, remembered } from '../../limits/recent.ts';
import { type Problem, unavailable } from '../problems.ts';
import { readTripQuery } from '../query.ts';
import type { HttpAnswer, RequestFacts, Route } from '../route.ts';
import { inOnePiece, refusalKey, refusedProblem, sendRepresentation } from '../send.ts';

export interface CountedOptions {
  readonly comparison: Comparison;
  readonly contact: string;
  readonly clock: () => number;
  readonly refuse: (problem: Problem) => HttpAnswer;
}

type Handler = Route['handle'];

/** Callers ask for the same trips in the same spelling, so a reading is kept. About half a megabyte. */
const RECENT_QUERIES = 2_000;
/** A flood is refused many times a second in the same words; they are spelled once. */
const RECENT_REFUSALS = 1_000;

export function countedHandlers({ comparison, contact, clock, refuse }: CountedOptions) {
  const spelled = new Recent<HttpAnswer>(RECENT_REFUSALS);
  const refuseQuota = (decision: Refused): HttpAnswer => {
    const key = refusalKey(decision);
    const known = spelled.get(key);
    if (known !== undefined) return known;
    const answer = inOnePiece(refuse(refusedProblem(decision, contact)));
    spelled.set(key, answer);
    return answer;
  };

  /** Stays synchronous for a cached answer on the embedded store: the hot path of the service. */
  const finish = (
    outcome: Outcome,
    request: RequestFacts,
    form: (entry: Entry) => Representation,
    status: (entry: Entry) => number = () => 200,
  ): HttpAnswer | Promise<HttpAnswer> => {
    if (outcome.kind === 'refused') return refuseQuota(outcome.decision);
    if (outcome.kind === 'unavailable') return refuse(unavailable(outcome.cause));
    const { entry, decision } = outcome;
    const representation = form(entry);
    const send = () =>
      sendRepresentation(
        { representation, expiresAt: entry.expiresAt, decision, status: status(entry) },
        request,
        clock(),
      );
    return representation.ready ? send() : representation.compress().then(send);
  };

  const read = remembered(RECENT_QUERIES, readTripQuery);
  const plans: Handler = (request) => {
    const reading = read(request.query);
    if (!reading.ok) {
      const detail = reading.faults.map(({ message }) => message).join(' ');
      return refuse({ code: 'invalid_query', detail, errors: reading.faults });
    }
    const { trip, include } = reading.value;
    const form = (entry: Entry) => comparisonForm(entry, include);
    const outcome = comparison.plans(trip, request.caller.key);
    return outcome instanceof Promise
      ? outcome.then((made) => finish(made, request, form))
      : finish(outcome, request, form);
  };

  const countries: Handler = async (request) =>
    finish(await comparison.countries(request.caller.key), request, ({ whole }) => whole);

  const health: Handler = async (request) =>
    finish(
      await comparison.health(request.caller.key),
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
  const get = (path: string, handle: Handler): Route => ({ path, method: 'GET', area: 'api', handle });
  return [
    get('/api/v1/plans', plans),
    get('/api/v1/countries', countries),
    get('/api/v1/health', health),
    get('/health', health),
  ];
}
