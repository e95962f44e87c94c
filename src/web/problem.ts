/** Error pages. Each explains the error, states how long to wait, and has the form to try again. */
import { NEVER_EXPIRES, ResponseCache } from '../answers/cache.ts';
import type { CountryCode } from '../domain/plan.ts';
import { THEN_MAX, travellersOf } from '../domain/trip.ts';
import { type Problem, problemHeaders } from '../http/problems.ts';
import type { HttpAnswer } from '../http/router.ts';
import { PROBLEMS } from '../wire/schemas/problem.ts';
import { hasContact, placesWithPlans, type WebContext } from './context.ts';
import { destinationText, localPlaceLabel, placesLike, typedNames } from './destinations.ts';
import { type Html, html } from './html.ts';
import { type Language, type LanguageRequest, languageOf } from './language.ts';
import { renderPage } from './layout.ts';
import { popularPlaces } from './place-links.ts';
import { sendOnce } from './send.ts';
import { type Choices, chosenPaths, fieldOf, type TripFaults, typedPath } from './trip/faults.ts';
import { EMPTY_FORM, type FormValues, tripForm } from './trip/form.ts';
import { readTrip } from './trip/read.ts';
import { comparePath, filterTexts, type View } from './trip/view.ts';

/** The address and the form values of a refused request, so that no input is lost. */
export interface Retry {
  readonly self: string;
  readonly form: FormValues;
  /** The name of a place in the address, for which there is no page. */
  readonly searched?: string;
}

const HOME: Retry = { self: '/', form: EMPTY_FORM };

/** The trip of a view, for the form. */
export function formOf(view: View, { format }: Language): FormValues {
  const { trip, require, sort, picks, currency, places } = view;
  const typed = typedNames(places, format);
  const named = (code: CountryCode) => typed(code) ?? destinationText(code, format);
  return {
    country: named(trip.country),
    days: String(trip.days),
    need: trip.need,
    travellers: String(travellersOf(trip)),
    stops: (trip.then ?? []).map(({ country, days }) => ({ country: named(country), days: String(days) })),
    filters: filterTexts(view),
    currency: currency ?? '',
    require,
    sort,
    picks,
  };
}

export const retryOf = (view: View, language: Language): Retry => ({
  self: comparePath(view),
  form: formOf(view, language),
});

export const problemPage = (
  context: WebContext,
  problem: Problem,
  language: Language,
  retry: Retry = HOME,
): HttpAnswer => problemAnswer(problem, language, problemBody(context, problem, language, retry));

function problemBody(
  context: WebContext,
  problem: Problem,
  language: Language,
  { self, form, searched }: Retry,
): string {
  const { title, lines } = explain(problem, language, hasContact(context) ? context.contact : null);
  const main = html`<section class="hero">
<h1>${title}</h1>
${lines}
${searched !== undefined && suggestedPlaces(context, searched, language)}${tripForm(context, language, form)}
</section>
${waysOn(context, language)}`;
  return renderPage(context, { language, title, self, main, kind: 'problem', isIndexed: false });
}

/** Names that are similar to one in an address, as links to their pages. */
function suggestedPlaces(
  context: WebContext,
  searched: string,
  { format, texts, link }: Language,
): Html | null {
  const found = placesLike(searched, placesWithPlans(context), format);
  if (found.length === 0) return null;
  return html`<p>${texts.faults.suggestions}</p>
<ul class="examples">
${found.map(({ code, name }) => html`<li><a href="${link(`/esim/${code ?? encodeURIComponent(name)}`)}"><b>${name}</b></a></li>\n`)}</ul>
`;
}

/** Popular destinations, so that no error page is the end of a way. */
function waysOn(context: WebContext, language: Language): Html | null {
  const catalogue = context.catalogue();
  if (catalogue === null) return null;
  return html`<section class="start">
<h2>${language.texts.home.popular}</h2>
${popularPlaces(context, catalogue, language)}
<p class="counts"><a href="${language.link('/esim')}">${language.texts.place.all}</a></p>
</section>`;
}

const problemAnswer = (problem: Problem, language: Language, body: string | Buffer): HttpAnswer =>
  sendOnce(body, PROBLEMS[problem.code].status, language, problemHeaders(problem));

/** A request that failed before or outside a handler. It may have no address. */
type Failed = LanguageRequest & { readonly url?: string | undefined };

/** Enough for the refusals in each language, of the current catalogue and of the one before. */
const REFUSALS_MAX_BYTES = 1024 * 1024;

/** Errors of requests that are refused before their route is known. Floods of them get the same page. */
const isRefusedEarly = ({ code, limit }: Problem): boolean =>
  code === 'overloaded' || code === 'bad_request' || code === 'headers_too_large' || limit?.name === 'burst';

/** Renders errors of page routes that happen before or outside a handler. */
export function problemRenderer(context: WebContext) {
  const refusals = new ResponseCache({ maxBytes: REFUSALS_MAX_BYTES, clock: context.clock });
  /** A flood gets this page, so it is rendered once for each language and has nothing of the request. */
  const refusalPage = (problem: Problem, language: Language): HttpAnswer => {
    const { texts, isChosen } = language;
    const key = `${problem.code} ${problem.retryAfterSeconds} ${texts.code} ${isChosen} ${context.catalogue()?.version}`;
    const page = refusals.getOrPut(key, NEVER_EXPIRES, () => problemBody(context, problem, language, HOME));
    return problemAnswer(problem, language, page.bytes);
  };

  return (problem: Problem, failed: Failed = { headers: {} }): HttpAnswer => {
    const { url = '' } = failed;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const query = mark === -1 ? (failed.query ?? '') : url.slice(mark + 1);
    const language = languageOf({ query, headers: failed.headers }, context.root);
    if (isRefusedEarly(problem)) return refusalPage(problem, language);
    // Reading a trip takes time, and anybody can cause the other problems. The trip is kept only after our own fault.
    const isOurFault = PROBLEMS[problem.code].status === 503;
    const parsed = path === '/compare' && isOurFault ? readTrip(query, language.texts) : null;
    const retry =
      parsed?.kind === 'trip'
        ? retryOf(parsed.view, language)
        : {
            self: addressOf(path),
            form: path.startsWith('/go/') ? formFor(query, context, language) : EMPTY_FORM,
          };
    return problemPage(context, problem, language, retry);
  };
}

/** A link to a shop names the destination of the trip. */
function formFor(query: string, context: WebContext, { format }: Language): FormValues {
  const to = new URLSearchParams(query).get('to') ?? '';
  const isKnown = context.catalogue()?.destination(to) != null;
  return isKnown ? { ...EMPTY_FORM, country: destinationText(to, format) } : EMPTY_FORM;
}

/** The links to other languages keep the path. Only plain paths are kept, because others could lead to another host. */
const PLAIN_PATH = /^(?!.*\/\/)\/[\w.~-][\w.~/-]*$/;
const addressOf = (path: string): string => (PLAIN_PATH.test(path) ? path : '/');

function explain(
  { code, limit, retryAfterSeconds }: Problem,
  { texts: { problems }, format }: Language,
  contact: string | null,
): { readonly title: string; readonly lines: Html } {
  const { before, after } = problems.wait;
  // The script counts the seconds down and then offers to load the page again.
  const wait =
    retryAfterSeconds !== undefined &&
    html`<p class="wait" role="timer" data-seconds="${retryAfterSeconds}" data-again="${problems.rate_limited.again}">${before}<span>${format.wait(retryAfterSeconds)}</span>${after}</p>`;
  const write = contact !== null && html`<p><a href="${contact}">${problems.write}</a></p>`;
  if (code === 'rate_limited') {
    const { title, text, uncached, burst } = problems.rate_limited;
    const which =
      limit?.name === 'burst' ? burst : limit?.name === 'comparison.uncached.day' ? uncached : text;
    return { title, lines: html`<p>${which}</p>${wait}${write}` };
  }
  if (PROBLEMS[code].status === 503) {
    const { title, text, data, protection } = problems.unavailable;
    const causes: Partial<Record<typeof code, string>> = {
      data_unavailable: data,
      protection_unavailable: protection,
    };
    return { title, lines: html`<p>${causes[code]} ${text}</p>${wait}` };
  }
  if (code === 'blocked') {
    const { title, text } = problems.blocked;
    return { title, lines: html`<p>${text}</p>${write}` };
  }
  const isKnown = code === 'not_found' || code === 'plan_gone';
  const { title, text } = isKnown ? problems[code] : problems.other;
  return { title, lines: html`<p>${text}</p>` };
}

/** The page for an invalid trip: the form as it was filled in, with what is wrong next to each field. */
export function faultsPage(context: WebContext, parsed: TripFaults, language: Language): HttpAnswer {
  const { texts } = language;
  const { typed, sort, require } = parsed;
  const title = texts.faults.heading;
  const form: FormValues = {
    ...typed,
    country: nameOf(typed.country, parsed, language),
    stops: typed.stops
      .slice(0, THEN_MAX)
      .map(({ country, days }) => ({ country: nameOf(country, parsed, language), days })),
    require,
    sort,
    faults: messagesOf(parsed, language),
  };
  const main = html`<section class="hero">
<h1>${title}</h1>
${tripForm(context, language, form)}
</section>
${waysOn(context, language)}`;
  const page = { language, title, self: typedPath(parsed), main, kind: 'problem', isIndexed: false } as const;
  return problemAnswer({ code: 'invalid_query', detail: title }, language, renderPage(context, page));
}

/** What is wrong with each field. An ambiguous place has its choices below the message. */
function messagesOf(parsed: TripFaults, language: Language): Map<string, Html> {
  const byField = Map.groupBy(parsed.faults, ({ field }) => field);
  const choicesFor = (field: string) => parsed.choices.find(({ stop }) => field === fieldOf(stop));
  return new Map(
    [...byField].map(([field, faults]) => {
      const places = choicesFor(field);
      const text = faults.map((fault) => fault.text).join(' ');
      const hasNoChoices = field === 'country' && places === undefined;
      return [
        field,
        html`<p>${text}</p>${places !== undefined && choiceLinks(parsed, places, language)}${hasNoChoices && html`<p><a href="${language.link('/esim')}">${language.texts.place.all}</a></p>`}`,
      ];
    }),
  );
}

/** The name of the destination if the text means exactly one, or else the text itself. */
function nameOf(text: string, { places }: TripFaults, { format }: Language): string {
  const destination = places.find((place) => place.text === text)?.destination;
  return destination?.kind === 'found' ? destinationText(destination.country.code, format) : text;
}

/** Links to what an ambiguous place can mean. A link keeps the rest of the form. */
const choiceLinks = (
  parsed: TripFaults,
  { stop, matches }: Choices,
  { texts, format, link }: Language,
): Html => {
  const pathOf = chosenPaths(parsed, stop);
  return html`<p>${texts.faults.suggestions}</p>
<ul class="examples">
${matches.map((match) => html`<li><a href="${link(pathOf(match.country.code))}"><b>${localPlaceLabel(match, format)}</b></a></li>\n`)}</ul>
`;
};
