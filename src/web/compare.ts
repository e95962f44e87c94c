/** `GET /compare`. A request with a complete trip counts as one comparison. Other requests are free. */
import type { Form, Outcome } from '../answers/answers.ts';
import type { Entry } from '../answers/cache.ts';
import { comparisonOf } from '../answers/queries.ts';
import { NO_STORE } from '../http/headers.ts';
import { refusedProblem, unavailable } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts, Route } from '../http/router.ts';
import { rateLimitHeaders } from '../limits/decision.ts';
import { type ExchangeRates, placesWithPlans, type WebContext } from './context.ts';
import { withApproximate } from './format.ts';
import type { Language } from './language.ts';
import { pageRoute } from './page-routes.ts';
import { regionNameAmong, regionTripPath, regionWithPage } from './place-links.ts';
import { faultsPage, problemPage, type Retry, retryOf } from './problem.ts';
import { resultsPage } from './results/page.ts';
import { sendPage } from './send.ts';
import type { TripFaults } from './trip/faults.ts';
import { readTrip } from './trip/read.ts';
import { usableOptions } from './trip/typed.ts';
import { comparePath, type PricedView } from './trip/view.ts';

/** Rates change once a day. */
const RATES_KEPT_MS = 600_000;

export function compareRoute(context: WebContext): Route {
  let rates: Promise<ExchangeRates | null> | undefined;
  let ratesUntil = 0;
  const currentRates = () => {
    if (rates === undefined || context.clock() >= ratesUntil) {
      ratesUntil = context.clock() + RATES_KEPT_MS;
      // Without rates, the page shows prices in USD only.
      rates = context.rates().catch(() => null);
    }
    return rates;
  };
  return pageRoute(context, '/compare', async (request, language) => {
    const parsed = readTrip(request.query, language.texts, placesWithPlans(context));
    if (parsed.kind === 'none') return redirect(language.link('/'));
    if (parsed.kind === 'faults') {
      const region = regionAsked(context, parsed);
      return region === null ? faultsPage(context, parsed, language) : redirect(language.link(region));
    }
    const { view, canonical } = parsed;
    // Each trip has one address. A redirect to it is not counted.
    if (!canonical) return redirect(language.link(comparePath(view)));
    const priced = { ...view, rates: await currentRates() };
    const page = pageForm(context, language, priced);
    const outcome = await context.queries.comparison(view.trip, request.caller, view, page);
    return respond(context, outcome, request, language, { retry: retryOf(view, language) });
  });
}

/** The page of the group that was entered as the only destination ("Scandinavia"), with the rest of the trip; null: another fault. */
function regionAsked({ catalogue }: WebContext, { typed, choices }: TripFaults): string | null {
  const current = catalogue();
  const [first] = choices;
  if (current === null || typed.stops.length > 0 || first?.stop !== 0) return null;
  const region = regionWithPage(current, regionNameAmong(first.matches));
  return region === null ? null : regionTripPath(region, usableOptions(typed));
}

export const redirect = (location: string): HttpAnswer => ({
  status: 303,
  headers: { ...NO_STORE, Location: location, Vary: 'Accept-Language' },
  body: null,
});

/** Sends a page of a counted request, or the page that explains why there is none. `page` is the answer itself by default. */
export function respond(
  context: WebContext,
  outcome: Outcome,
  request: RequestFacts,
  language: Language,
  { retry, page }: { readonly retry?: Retry; readonly page?: Entry } = {},
): HttpAnswer | Promise<HttpAnswer> {
  if (outcome.kind === 'refused')
    return problemPage(
      context,
      refusedProblem(outcome.decision, context.contact, request.caller),
      language,
      retry,
    );
  if (outcome.kind === 'unavailable')
    return problemPage(context, unavailable(outcome.cause), language, retry);
  const { entry, decision } = outcome;
  const limits = rateLimitHeaders(decision);
  const leftSeconds = entry.leftSeconds(context.clock());
  return sendPage(page ?? entry, request, language, {
    ...limits,
    // The script of a page can read this field of the page itself, and no other one.
    'Server-Timing': `left;dur=${limits['X-RateLimit-Remaining']}`,
    'Cache-Control': `private, max-age=${leftSeconds}`,
  });
}

function pageForm(context: WebContext, language: Language, view: PricedView): Form {
  const { sort, picks, places, currency, misread, rates } = view;
  // The form is cached by its name, so the name has all that the page depends on beside the trip and the filters.
  const shown = JSON.stringify([sort, picks, places, currency, misread, rates?.date]);
  const usdForOne = currency === null ? undefined : rates?.usdFor.get(currency);
  const format =
    currency !== null && usdForOne !== undefined
      ? withApproximate(language.format, currency, Number(usdForOne))
      : language.format;
  return {
    name: `page ${language.texts.code} ${language.isChosen} ${shown}`,
    make: (base) => resultsPage(context, comparisonOf(base), { ...language, format }, view),
  };
}
