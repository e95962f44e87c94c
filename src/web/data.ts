/** `/data`: how much data a trip needs, from hours of activities a day. It works without a script. */

import { DATA_MB, DAYS_MAX, DAYS_MIN, type Need } from '../domain/trip.ts';
import { NOT_FOUND, type Route } from '../http/router.ts';
import { type DataEstimate, estimateData } from '../reference/data-estimate.ts';
import type { ActivitiesFile } from '../reference/schema.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import { CACHED, NOT_CACHED, pageRoute } from './page-routes.ts';
import { problemPage } from './problem.ts';
import { placeLanguage } from './region-name.ts';
import { sendOnce } from './send.ts';
import { languageField, placeBox } from './trip/form.ts';
import { backLink, changedTrip, type KeptTrip, keptFields, keptTrip, withTrip } from './trip/kept-trip.ts';
import { daysOfTrip, readDays, USUAL } from './trip/typed.ts';

/**
 * Hours of a typical day for each need, as a start. Each comes to nearly the daily rate of its need. Activities that the
 * operator's table does not have are left out.
 */
const TYPICAL_DAYS = {
  light: { maps_navigation: 1, messaging: 1, social_feed: 1, web: 1, email: 0.5, music_streaming: 0.5 },
  normal: {
    maps_navigation: 1,
    messaging: 1,
    social_feed: 2,
    web: 1,
    music_streaming: 1,
    video_sd: 0.5,
    video_call: 0.25,
    cloud_photo_backup: 1,
  },
  heavy: {
    maps_navigation: 1.5,
    messaging: 2,
    social_feed: 3,
    web: 2,
    music_streaming: 2,
    video_sd: 2,
    video_call: 1,
    remote_work_laptop: 1.5,
    cloud_photo_backup: 1,
  },
} as const satisfies Partial<Record<Need, Readonly<Record<string, number>>>>;

const HOURS_MAX = 24;
const GB_MAX = DATA_MB.max / 1000;

export const dataRoute = (context: WebContext): Route =>
  pageRoute(context, '/data', (request, language) => {
    const { activities } = context.queries.reference();
    if (activities === null) return problemPage(context, NOT_FOUND, language);
    const asked = readAsked(activities, new URLSearchParams(request.query));
    const body = dataPage(context, language, activities, asked);
    return sendOnce(body, asked.isWrong ? 422 : 200, language, asked.isEmpty ? CACHED : NOT_CACHED);
  });

/** No number of hours is longer: "12.25". */
const HOURS_TEXT_MAX = 5;

interface Asked {
  /** As it was written, by the id of an activity. */
  readonly written: ReadonlyMap<string, string>;
  readonly hours: ReadonlyMap<string, number>;
  readonly days: number;
  readonly trip: KeptTrip;
  readonly isWrong: boolean;
  readonly isEmpty: boolean;
}

/** Hours are `h_<activity>`. `over` is the number of days, which is otherwise that of the trip. */
function readAsked({ activities }: ActivitiesFile, query: URLSearchParams): Asked {
  const trip = keptTrip(query);
  const textOf = (id: string) => (query.get(`h_${id}`) ?? '').trim();
  const written = new Map(activities.map(({ id }) => [id, textOf(id)]));
  const filled = [...written].filter(([, text]) => text !== '');
  const hours = new Map(filled.map(([id, text]) => [id, hoursIn(text)]));
  const over = query.get('over')?.trim() ?? '';
  const days = over === '' ? daysOfTrip(query) : readDays(over);
  const isWrong = [...hours.values()].includes(null) || (over !== '' && days === 0);
  return {
    written,
    hours: new Map([...hours].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const]))),
    days: days === 0 ? Number(USUAL.days) : days,
    trip,
    isWrong,
    isEmpty: trip.size === 0 && filled.length === 0,
  };
}

/** "1.5" or "1,5"; null if it is no number of hours of a day. */
function hoursIn(text: string): number | null {
  const hours = /^\d{1,2}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : null;
  return hours !== null && hours <= HOURS_MAX ? hours : null;
}

function dataPage(context: WebContext, language: Language, file: ActivitiesFile, asked: Asked): string {
  const { format } = language;
  const words = language.texts.facts.data;
  const code = placeLanguage(language.texts);
  const estimate = asked.isWrong ? null : estimateData(file, asked.hours, asked.days);
  const rows = file.activities.map(
    ({ id, name, low, typical, high }) =>
      html`<tr data-rates="${low} ${typical} ${high}"><th scope="row"><label for="h_${id}">${name[code]}</label></th><td><input id="h_${id}" name="h_${id}" type="text" inputmode="decimal" size="4" maxlength="${HOURS_TEXT_MAX}" placeholder="0" value="${(asked.written.get(id) ?? '').slice(0, HOURS_TEXT_MAX)}"></td><td>${format.number(typical)}</td></tr>\n`,
  );
  const main = html`<section class="hero"><h1>${words.title}</h1></section>
<article class="doc data-estimate">
${asked.isWrong && html`<p class="fault" role="alert">${words.wrong}</p>\n`}${resultSection(context, language, estimate, asked)}<form class="ask" action="${context.root}/data" method="get">
${languageField(language)}${keptFields(asked.trip)}<p>${words.presets}</p>
${presets(file, asked, language)}
<p>${words.lead}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${words.title}"><table>
<thead><tr><th scope="col">${words.activity}</th><th scope="col">${words.hours}</th><th scope="col">${words.rate}</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
<div class="field"><label for="over">${words.days}</label>
<input id="over" name="over" type="number" inputmode="numeric" min="${DAYS_MIN}" max="${DAYS_MAX}" step="1" value="${asked.days}"></div>
<button class="${estimate === null ? 'go' : 'out'}" type="submit">${words.submit}</button>
</form>
<p class="fine">${words.date({ date: format.date(file.compiled_on) })}</p>
${backLink(language, asked.trip, words.back)}</article>`;
  const { title, description } = words;
  const page = {
    language,
    title,
    description,
    self: '/data',
    main,
    kind: 'text',
    script: 'data.js',
  } as const;
  return renderPage(context, { ...page, isIndexed: asked.isEmpty && !asked.isWrong });
}

/** Whole gigabytes, or tenths below one, so that the amounts are those of the form: 0.3, 1 and 3 GB a day. */
const roughGb = (megabytes: number): number =>
  megabytes < 1000 ? Math.round(megabytes / 100) / 10 : Math.round(megabytes / 1000);

/** Links that fill in the hours of a typical day and keep the days and the trip. The script fills them in at once. */
function presets(
  { activities }: ActivitiesFile,
  { days, trip }: Asked,
  { texts, format, link }: Language,
): Html {
  const words = texts.facts.data;
  const item = ([need, typicalDay]: readonly [Need, Readonly<Record<string, number>>]) => {
    const known = activities.filter(({ id }) => (typicalDay[id] ?? 0) > 0);
    if (known.length === 0) return null;
    const megabytes = known.reduce((sum, { id, typical }) => sum + typical * (typicalDay[id] ?? 0), 0);
    const hours = Object.fromEntries(known.map(({ id }) => [`h_${id}`, String(typicalDay[id])]));
    const gb = format.gb(roughGb(megabytes));
    const path = withTrip('/data', trip, { ...hours, over: String(days) });
    return html`<li><a href="${link(path)}" rel="nofollow">${words.preset({ need: texts.needs[need].name, gb })}</a></li>\n`;
  };
  return html`<ul class="examples presets">
${(Object.entries(TYPICAL_DAYS) as [Need, Readonly<Record<string, number>>][]).map(item)}</ul>`;
}

/**
 * The amount, and the comparison with it. Without an estimate it is hidden, until the script has one while hours are typed.
 * The script writes the same sentences with other figures.
 */
function resultSection(
  { root }: WebContext,
  language: Language,
  estimate: DataEstimate | null,
  { days, trip }: Asked,
): Html {
  const { link, format, texts } = language;
  const words = texts.facts.data;
  const { lowGb, typicalGb, highGb } = estimate ?? { lowGb: 0, typicalGb: 0, highGb: 0 };
  const isTooMuch = typicalGb > GB_MAX;
  const compared = changedTrip(trip, {
    // The days of several stops cannot be changed here.
    days: trip.has('then') ? (trip.get('days') ?? USUAL.days) : String(days),
    need: isTooMuch ? 'unlimited' : needFor(trip),
    data_gb: isTooMuch ? null : String(typicalGb),
  });
  const [typical, low, high] = ['{typical}', '{low}', '{high}'];
  const forScript = JSON.stringify({
    result: words.result({ typical, days: '{days}' }),
    range: words.range({ low, high }),
    tooMuch: words.tooMuch,
    most: GB_MAX,
    need: needFor(trip),
  });
  const isHidden = estimate === null && html` hidden`;
  return html`<p class="estimated" aria-live="polite"${isHidden}><strong>${words.result({ typical: typicalGb, days: format.days(days) })}</strong></p>
<section class="estimate" data-words="${forScript}"${isHidden}>
<p class="range">${words.range({ low: lowGb, high: highGb })}${isTooMuch && ` ${words.tooMuch}`}</p>
${
  trip.has('country')
    ? html`<p><a class="go" href="${link(withTrip('/compare', compared))}">${words.compare}</a></p>`
    : html`<form class="ask" action="${root}/compare" method="get">
${languageField(language)}${keptFields(compared)}<div class="field"><label for="country">${words.destination}</label>
${placeBox('country', '', { root, texts, faults: new Map() })}</div>
<button class="go" type="submit">${words.compare}</button>
</form>`
}
</section>
`;
}

/** Stated data and an unlimited need exclude each other. */
function needFor(trip: KeptTrip): string {
  const need = trip.get('need') ?? USUAL.need;
  return need === 'unlimited' ? USUAL.need : need;
}
