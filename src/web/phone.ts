/** `/phone`: whether a phone supports eSIM. The model is in the address only, and the page is not cached. */
import { type Entry, NEVER_EXPIRES, type ResponseCache } from '../comparison/cache.ts';
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
import { factLanguage, factTexts } from './fact-texts.ts';
import { backLink, filled, type KeptTrip, keptFields, keptTrip, withTrip } from './facts.ts';
import { hidden } from './form.ts';
import { type Html, html } from './html.ts';
import { type Language, languageOf } from './language.ts';
import { renderPage } from './layout.ts';
import { problemPage } from './problem.ts';
import { sendOnce } from './send.ts';
import { textBody } from './text-pages.ts';

/** The text below the form, by language. Rendering Markdown takes longer than the rest of the page. */
const bodies = new Map<string, Html>();

function bodyOf(context: WebContext, language: Language): Html {
  const key = `${context.identity.baseUrl} ${language.texts.code} ${language.chosen}`;
  const known = bodies.get(key) ?? textBody(context, 'phone', language);
  bodies.set(key, known);
  return known;
}

const CACHED = { 'Cache-Control': 'public, max-age=300' } as const;
const NOT_CACHED = { 'Cache-Control': 'private, no-store' } as const;

export function phoneRoutes(context: WebContext, pages: ResponseCache): Route[] {
  const route = (
    path: string,
    handle: (request: RequestFacts, search: PhoneSearch) => Promise<HttpAnswer>,
  ): Route => ({
    path,
    method: 'GET',
    errorFormat: 'page',
    handle: async (request) => {
      const { phones } = context.comparison.reference();
      if (phones === null) return problemPage(context, NOT_FOUND, languageOf(request, context.root));
      return await handle(request, phones);
    },
  });
  /** A reload of the tables replaces the search, and with it the list of names. */
  const lists = new WeakMap<PhoneSearch, Entry>();
  return [
    route('/phone', async (request, search) => {
      const language = languageOf(request, context.root);
      const query = new URLSearchParams(request.query);
      const body = phonePage(context, language, search, query);
      const isWrong = query.has('model') && phoneFault(query.get('model') ?? '') !== null;
      return sendOnce(body, isWrong ? 422 : 200, language, query.has('model') ? NOT_CACHED : CACHED);
    }),
    route('/phones.json', async (request, search) => {
      const list =
        lists.get(search) ??
        pages.put('/phones.json', JSON.stringify(search.phones.map(phoneName)), NEVER_EXPIRES);
      lists.set(search, list);
      return sendEncoded(
        list,
        request,
        { ...CACHED, Vary: 'Accept-Encoding' },
        'application/json; charset=utf-8',
      );
    }),
  ];
}

function phonePage(
  context: WebContext,
  language: Language,
  search: PhoneSearch,
  query: URLSearchParams,
): string {
  const { texts, format, chosen } = language;
  const { phone: words } = factTexts(language);
  const { title, description } = texts.pages.phone;
  const trip = keptTrip(query);
  const model = query.get('model');
  const isWrong = model !== null && phoneFault(model) !== null;
  const main = html`<article class="doc phone-check">
<h1>${title}</h1>
<form class="facts" action="${context.root}/phone" method="get">
${chosen && hidden('lang', texts.code)}${keptFields(trip)}<div class="field">
<label for="model">${words.label}</label>
<input id="model" name="model" type="text" value="${(model ?? '').slice(0, PHONE_LENGTH.max)}" maxlength="${PHONE_LENGTH.max}" required autocomplete="off" autocapitalize="words" spellcheck="false" data-phones="${context.root}/phones.json" aria-describedby="${isWrong ? 'fault-model ' : ''}model-hint"${isWrong && html` aria-invalid="true"`}>
${isWrong && html`<p class="fault" id="fault-model" role="alert">${words.wrong}</p>\n`}<p class="hint" id="model-hint">${words.hint}</p>
</div>
<button class="go" type="submit">${words.submit}</button>
</form>
${model !== null && !isWrong && verdictSection(search, model, language, trip)}<p class="fine">${filled(words.date, { date: format.date(search.compiledOn) })}</p>
${backLink(language, trip, words.back)}${bodyOf(context, language)}
</article>`;
  return renderPage(context, {
    language,
    title,
    description,
    self: '/phone',
    main,
    kind: 'text',
    ...(model !== null && { indexed: null }),
  });
}

function verdictSection(search: PhoneSearch, model: string, language: Language, trip: KeptTrip): Html {
  const { phone: words } = factTexts(language);
  const code = factLanguage(language);
  const found = search.find(model.trim());
  const { verdict, locked, check } = phoneText(search, found, code);
  const [only, second] = found.matches;
  const choice = (phone: Phone) =>
    html`<li><a href="${language.link(withTrip('/phone', trip, { model: phoneName(phone) }))}">${phoneName(phone)}</a></li>\n`;
  const choices = (label: string, phones: readonly Phone[]) =>
    phones.length > 0 && html`<p>${label}</p>\n<ul>\n${phones.slice(0, MATCHES_MAX).map(choice)}</ul>\n`;
  return html`<section class="verdict verdict-${found.verdict ?? 'question'}" aria-live="polite">
<p class="answer"><strong>${verdict}</strong></p>
${choices(words.suggestions, found.suggestions)}${second === undefined ? only !== undefined && detailsOf(search, only, language) : choices(words.choices, found.matches)}<p>${locked} ${check}</p>
</section>
`;
}

function detailsOf(search: PhoneSearch, { exceptions = [], note }: Phone, language: Language): Html {
  const { phone: words } = factTexts(language);
  const code = factLanguage(language);
  return html`${note !== undefined && html`<p>${search.text(note, code)}</p>\n`}${
    exceptions.length > 0 &&
    html`<p>${words.exceptions}</p>\n<ul>\n${exceptions.map(
      (one) => html`<li>${search.text(one.where, code)}: ${search.text(one.note, code)}</li>\n`,
    )}</ul>\n`
  }`;
}
