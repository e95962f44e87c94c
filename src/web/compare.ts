/** `GET /compare`: counted as one plan comparison where it has a whole trip, free where it has not. */
import { Representation } from '../comparison/answer.ts';
import type { Outcome } from '../comparison/answers.ts';
import { comparisonOf } from '../comparison/comparison.ts';
import type { Entry } from '../comparison/entry.ts';
import type { Sort } from '../domain/trip.ts';
import { NO_STORE } from '../http/headers.ts';
import { unavailable } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts } from '../http/route.ts';
import { refusedProblem } from '../http/send.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import type { WebContext } from './context.ts';
import { faultsPage } from './faults.ts';
import { langQuery, localHref, type Tongue, tongueOf } from './language.ts';
import { problemPage } from './problem.ts';
import { resultsPage } from './results/page.ts';
import { sendPage } from './send.ts';
import { comparePath, readTrip } from './trip.ts';

export function compareHandler(context: WebContext) {
  return async (request: RequestFacts): Promise<HttpAnswer> => {
    const tongue = tongueOf(request.query, request.headers);
    const reading = readTrip(request.query);
    if (reading.kind === 'none') return redirect(localHref('/', tongue));
    if (reading.kind === 'faults') return faultsPage(context, reading, tongue);
    const { trip, sort, canonical } = reading;
    // One address for one trip: it can be shared, and nothing is counted on the way to it.
    if (!canonical) return redirect(localHref(comparePath(trip, sort), tongue));
    return answer(context, await context.comparison.plans(trip, request.caller.key), request, tongue, sort);
  };
}

const redirect = (location: string): HttpAnswer => ({
  status: 303,
  headers: { ...NO_STORE, Location: location, Vary: 'Accept-Language' },
  body: null,
});

function answer(
  context: WebContext,
  outcome: Outcome,
  request: RequestFacts,
  tongue: Tongue,
  sort: Sort,
): HttpAnswer | Promise<HttpAnswer> {
  if (outcome.kind === 'refused')
    return problemPage(context, refusedProblem(outcome.decision, context.contact), tongue);
  if (outcome.kind === 'unavailable') return problemPage(context, unavailable(outcome.cause), tongue);
  const { entry, decision } = outcome;
  const leftSeconds = Math.max(0, Math.ceil((entry.expiresAt - context.clock()) / 1000));
  return sendPage(pageOf(context, entry, tongue, sort), request, {
    tongue,
    headers: { ...rateLimitHeaders(decision), 'Cache-Control': `private, max-age=${leftSeconds}` },
  });
}

/** Rendered at the first ask and kept as long as its entry lives. */
function pageOf(context: WebContext, entry: Entry, tongue: Tongue, sort: Sort): Representation {
  const name = `page ${tongue.texts.code} ${langQuery(tongue)} ${sort}`;
  return entry.derive(
    name,
    (json) => new Representation(resultsPage(context, comparisonOf(json), tongue, sort)),
  );
}
