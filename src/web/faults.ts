/** A form that cannot be answered yet: filled in as it was, each fault said, near destinations offered. */

import { NEEDS } from '../domain/trip.ts';
import type { HttpAnswer } from '../http/route.ts';
import type { WebContext } from './context.ts';
import { tripForm } from './form.ts';
import { formatFor } from './format.ts';
import { type Html, html } from './html.ts';
import { localHref, type Tongue } from './language.ts';
import { renderPage } from './layout.ts';
import { problemAnswer } from './problem.ts';
import { comparePath, type TripReading } from './trip.ts';

type Faults = Extract<TripReading, { kind: 'faults' }>;

export function faultsPage(context: WebContext, reading: Faults, tongue: Tongue): HttpAnswer {
  const { texts } = tongue;
  const { typed, country, days, need } = reading;
  const wrong = new Set([
    ...(country === null ? [] : (['country'] as const)),
    ...(days ? (['days'] as const) : []),
    ...(need ? (['need'] as const) : []),
  ]);
  const title = texts.faults.heading;
  const main = html`<section class="hero">
<h1>${title}</h1>
<div class="faults" role="alert">
<ul>
${country !== null && html`<li id="fault-country"><a href="#country">${countryText(reading, tongue)}</a></li>`}
${days && html`<li id="fault-days"><a href="#days">${texts.faults.days}</a></li>`}
${need && html`<li id="fault-need">${texts.faults.need}</li>`}
</ul>
${reading.suggestions.length > 0 && suggestions(reading, tongue)}
</div>
${tripForm(context, tongue, { destination: typed.country, days: typed.days, need: typed.need, wrong })}
</section>`;
  const body = renderPage(context, { tongue, title, self: '/', main, kind: 'problem', indexed: false });
  return problemAnswer({ code: 'invalid_query', detail: title }, tongue, body);
}

function countryText({ country, typed }: Faults, { texts }: Tongue): string {
  const said = texts.faults.country;
  if (country === 'missing') return said.missing;
  if (country === 'repeated') return said.repeated;
  return country === 'several' ? said.several(typed.country) : said.unknown(typed.country);
}

/** Links that finish the job: with the rest of the form where it is right, with the usual trip where it is not. */
function suggestions(reading: Faults, tongue: Tongue): Html {
  const { texts } = tongue;
  const format = formatFor(texts);
  const days = reading.days ? 7 : Number(reading.typed.days);
  const need = NEEDS.find((known) => known === reading.typed.need) ?? 'normal';
  return html`<p>${texts.faults.suggestions}</p>
<ul class="examples">
${reading.suggestions.map((code) => html`<li><a href="${localHref(comparePath({ country: code, days, need }, reading.sort), tongue)}"><b>${format.country(code)}</b></a></li>\n`)}</ul>`;
}
