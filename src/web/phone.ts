/** `/phone`: whether a phone supports eSIM. The model is in the address only, and a page with a model is not cached. */

import { NEVER_EXPIRES } from '../answers/cache.ts';
import { type HttpAnswer, NOT_FOUND, type RequestFacts, type Route } from '../http/router.ts';
import { sendEncoded } from '../http/send.ts';
import {
  MATCHES_MAX,
  PHONE_LENGTH,
  type PhoneSearch,
  phoneFault,
  phoneName,
} from '../reference/phone-search.ts';
import { phoneText } from '../reference/phone-text.ts';
import type { Phone } from '../reference/schema.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import type { PageCaches } from './page-caches.ts';
import { CACHED, NOT_CACHED, pageRoute } from './page-routes.ts';
import { icon } from './pictures.ts';
import { problemPage } from './problem.ts';
import { placeLanguage } from './region-name.ts';
import { sendOnce } from './send.ts';
import { textBody } from './text-pages.ts';
import { languageField } from './trip/form.ts';
import { changedTrip, type KeptTrip, keptFields, keptTrip, withTrip } from './trip/kept-trip.ts';

export function phoneRoutes(context: WebContext, { prepared }: PageCaches): Route[] {
  const route = (
    path: string,
    handle: (
      request: RequestFacts,
      language: Language,
      search: PhoneSearch,
    ) => HttpAnswer | Promise<HttpAnswer>,
  ): Route =>
    pageRoute(context, path, (request, language) => {
      const { phones } = context.queries.reference();
      return phones === null ? problemPage(context, NOT_FOUND, language) : handle(request, language, phones);
    });
  /** A reload of the tables makes new routes. */
  const listOf = (search: PhoneSearch) =>
    prepared.getOrPut('/phones.json', NEVER_EXPIRES, () => JSON.stringify(search.phones.map(phoneName)));
  /** The advice below the verdict in each language. Rendering Markdown takes longer than the rest of the page. */
  const advice = new Map<string, Html>();
  const adviceIn = (language: Language): Html => {
    const key = `${language.texts.code} ${language.isChosen}`;
    const known = advice.get(key) ?? textBody(context, 'phone', language);
    advice.set(key, known);
    return known;
  };
  return [
    route('/phone', (request, language, search) => {
      const query = new URLSearchParams(request.query);
      const model = query.get('model');
      const fault = model === null ? null : phoneFault(model);
      const asked = { model, fault, trip: keptTrip(query) };
      const body = phonePage(context, language, search, asked, adviceIn(language));
      return sendOnce(body, fault !== null ? 422 : 200, language, model === null ? CACHED : NOT_CACHED);
    }),
    {
      ...route('/phones.json', (request, _, search) =>
        sendEncoded(listOf(search), request, LIST_HEADERS, 'application/json; charset=utf-8'),
      ),
      prepare: () => {
        const { phones } = context.queries.reference();
        return phones === null ? [] : [() => listOf(phones)];
      },
    },
  ];
}

const LIST_HEADERS = { ...CACHED, Vary: 'Accept-Encoding' } as const;

const UNPRINTABLE = /[\p{Cc}\p{Cf}]/gu;

interface Asked {
  /** null: the page was opened without a model. */
  readonly model: string | null;
  /** What is wrong with the model: its characters, or their number. */
  readonly fault: ReturnType<typeof phoneFault>;
  readonly trip: KeptTrip;
}

function phonePage(
  context: WebContext,
  language: Language,
  search: PhoneSearch,
  { model, fault, trip }: Asked,
  advice: Html,
): string {
  const { texts, format } = language;
  const words = language.texts.facts.phone;
  const title = texts.pages.phone;
  const isWrong = fault !== null;
  // A page contains no control characters.
  const typed = (model ?? '').replaceAll(UNPRINTABLE, '').slice(0, PHONE_LENGTH.max).toWellFormed();
  const main = html`<section class="hero">
<h1>${title}</h1>
<form class="ask" action="${context.root}/phone" method="get">
${languageField(language)}${keptFields(trip)}<div class="field">
<label for="model">${words.label}</label>
<div class="box" data-phones="${context.root}/phones.json" data-found="${texts.form.found({ count: '{n}' })}" data-none="">
<input id="model" name="model" type="text" value="${typed}" maxlength="${PHONE_LENGTH.max}" required autocomplete="off" autocapitalize="words" spellcheck="false" aria-describedby="${isWrong ? 'fault-model ' : ''}model-hint"${isWrong && html` aria-invalid="true"`}>
</div>
</div>
<button class="${model === null || isWrong ? 'go' : 'out'}" type="submit">${words.submit}</button>
${isWrong && html`<p class="wrong" id="fault-model" role="alert">${fault === 'malformed' ? words.malformed : words.wrong}</p>\n`}<p class="hint" id="model-hint">${words.hint}</p>
</form>
</section>
<article class="doc phone-check">
${model !== null && !isWrong && verdictSection(search, model, language, trip)}${advice}
<p class="fine">${words.date({ date: format.date(search.compiledOn) })}</p>
</article>`;
  const { description } = words;
  const page = { language, title, description, self: '/phone', main, kind: 'text' } as const;
  return renderPage(context, { ...page, isIndexed: model === null });
}

const SIGNS = { yes: 'check', usually: 'check', rarely: 'minus', no: 'close', unknown: 'unclear' } as const;

function verdictSection(search: PhoneSearch, model: string, language: Language, trip: KeptTrip): Html {
  const { texts, link } = language;
  const words = language.texts.facts.phone;
  const found = search.find(model.trim());
  const { verdict, conditions, locked, check } = phoneText(search, model, found, texts, placeLanguage(texts));
  const choices = (label: string, phones: readonly Phone[]) =>
    phones.length > 0 &&
    html`<p>${label}</p>\n<ul class="examples">\n${phones.slice(0, MATCHES_MAX).map(choice)}</ul>\n`;
  const choice = (phone: Phone) =>
    html`<li><a href="${link(withTrip('/phone', trip, { model: phoneName(phone) }))}">${phoneName(phone)}</a></li>\n`;
  const hasChoice = found.matches.length > 1;
  const isForTrip = trip.has('country');
  const differ =
    conditions.length > 0 &&
    html`<div class="differ">${icon('info')}<div>\n${conditions.map((text) => html`<p>${text}</p>\n`)}</div></div>\n`;
  const lock = locked !== null && html`<p>${locked}</p>\n`;
  return html`<section class="verdict verdict-${found.verdict ?? 'question'}" aria-live="polite">
<p class="answer"><span class="sign">${icon(SIGNS[found.verdict ?? 'unknown'])}</span><strong>${verdict}</strong></p>
${choices(words.suggestions, found.suggestions)}${differ}${lock}<p>${check}</p>
${hasChoice && choices(words.choices, found.matches)}
${found.verdict === 'no' ? withoutEsim(language, trip) : html`<p><a class="go" href="${link(isForTrip ? withTrip('/compare', trip) : '/')}">${isForTrip ? words.back : texts.form.submit}</a></p>`}
</section>
`;
}

/** What helps the owner of a phone without eSIM. A comparison for this phone would not. */
function withoutEsim({ texts, link }: Language, trip: KeptTrip): Html {
  const words = texts.facts.phone;
  if (!trip.has('country'))
    return html`<p>${words.without}</p>
<p><a href="${link('/phone')}">${words.another}</a></p>`;
  const given = trip.getAll('require').flatMap((list) => list.split(','));
  const required = new Set([...given, 'hotspot'].filter(Boolean));
  const shared = changedTrip(trip, { require: [...required].join() });
  return html`<p>${words.without}</p>
<p><a class="go" href="${link(withTrip('/compare', shared))}">${words.withHotspot}</a></p>
<p><a href="${link(withTrip('/compare', trip))}">${words.back}</a> · <a href="${link(withTrip('/phone', trip))}">${words.another}</a></p>`;
}
