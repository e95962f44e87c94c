/** The trip form. It works without a script. The script adds suggestions and buttons for the stops. */
import {
  DAYS_MAX,
  DAYS_MIN,
  NEEDS,
  type Requirement,
  type Sort,
  THEN_MAX,
  TRAVELLERS_MAX,
} from '../domain/trip.ts';
import type { WebContext } from './context.ts';
import { factTexts } from './fact-texts.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { icon } from './pictures.ts';
import { AMOUNT_NAMES, type Typed, type TypedStop, USUAL } from './trip.ts';

export interface FormValues extends Typed {
  /** The filters in force. They stay when the trip changes. */
  readonly require?: readonly Requirement[];
  /** The order that is open. It stays when the trip changes. */
  readonly sort?: Sort;
  /** The currency of approximate prices. */
  readonly currency?: string;
  /** The ids of fields that are marked as wrong. Each has a message with the id `fault-<field>`. */
  readonly wrong?: ReadonlySet<string>;
}

export const EMPTY_FORM: FormValues = {
  country: '',
  ...USUAL,
  stops: [],
  amounts: { data_gb: '', max_usd: '', avoid_exits: '' },
};

export function tripForm(context: WebContext, language: Language, values: FormValues): Html {
  const { root } = context;
  const { texts, chosen, link } = language;
  const { form, needs } = texts;
  const { wrong = new Set<string>(), sort = 'recommended', require = [] } = values;
  const boxes = { root, texts, wrong };
  return html`<form class="trip" action="${root}/compare" method="get" aria-label="${form.label}">
${chosen && hidden('lang', texts.code)}${sort !== 'recommended' && hidden('sort', sort)}${require.length > 0 && hidden('require', require.join())}<div class="field where">
<label for="country">${form.destination}</label>
${placeBox('country', values.country, boxes, 'country-hint')}
<p class="hint" id="country-hint">${form.destinationHint}</p>
</div>
<div class="field days">
<label for="days">${form.days}</label>
${daysBox('days', values.days, boxes)}
</div>
<div class="field travellers">
<label for="travellers">${form.travellers}</label>
<input id="travellers" name="travellers" type="number" inputmode="numeric" min="1" max="${TRAVELLERS_MAX}" step="1" value="${values.travellers}"${marks('travellers', wrong)}>
</div>
<fieldset class="field need"${wrong.has('need') && html` aria-describedby="fault-need"`}>
<legend>${form.need}</legend>
<div class="choices">
${NEEDS.map(
  (need) =>
    html`<label class="choice"><input type="radio" name="need" value="${need}" required${need === values.need && html` checked`}><span><b>${needs[need].name}</b> <small>${needs[need].means}</small></span></label>\n`,
)}</div>
${context.comparison.reference().activities !== null && html`<p class="field-links"><a href="${link('/data')}">${factTexts(language).data.title}</a></p>\n`}</fieldset>
${stopFields(values.stops, boxes)}
${filterFields(values, boxes)}
<button class="go" type="submit">${form.submit}</button>
</form>`;
}

/** What every field uses. */
interface Boxes {
  readonly root: string;
  readonly texts: Language['texts'];
  readonly wrong: ReadonlySet<string>;
}

/** The first stop must be filled in; further ones may stay empty. */
const required = (id: string) => (id === 'country' || id === 'days') && html` required`;

const marks = (id: string, wrong: ReadonlySet<string>, hint = ''): Html => {
  const describedBy = [wrong.has(id) ? `fault-${id}` : '', hint].filter(Boolean).join(' ');
  return html`${wrong.has(id) && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
};

export const placeBox = (id: string, value: string, { root, texts, wrong }: Boxes, hint = ''): Html =>
  html`<div class="box" data-places="${root}/places.json?lang=${texts.code}" data-found="${texts.form.found('{n}')}" data-none="${texts.form.none}">
<input id="${id}" name="${id}" type="text" value="${value}" maxlength="60"${required(id)} placeholder="${texts.form.placeholder}" autocomplete="off" autocapitalize="words" spellcheck="false"${marks(id, wrong, hint)}>
</div>`;

const daysBox = (id: string, value: string, { wrong }: Boxes): Html =>
  html`<input id="${id}" name="${id}" type="number" inputmode="numeric" min="${DAYS_MIN}" max="${DAYS_MAX}" step="1" value="${value}"${required(id) || html` placeholder="${USUAL.days}"`}${marks(id, wrong)}>`;

/**
 * The further stops, which begin with number 2, and an empty one. The script adds and removes rows. Without it, each
 * comparison offers one more row. A row without a place is ignored.
 */
function stopFields(stops: readonly TypedStop[], boxes: Boxes): Html {
  const { form } = boxes.texts;
  const rows = [...stops, { country: '', days: '' }].slice(0, THEN_MAX);
  return html`<details class="field extra"${stops.length > 0 && html` open`}>
<summary>${form.addStop}</summary>
<p class="hint">${form.stopsHint}</p>
<div class="stops" data-more="${form.anotherStop}" data-most="${THEN_MAX}">
${rows.map(({ country, days }, index) => {
  const id = `stop${index + 1}`;
  const number = index + 2;
  return html`<div class="stop"><div class="field"><label for="${id}">${form.stop(number)}</label>${placeBox(id, country, boxes)}</div><div class="field"><label for="${id}_days">${form.days}</label>${daysBox(`${id}_days`, days, boxes)}</div><button type="button" class="remove" aria-label="${form.removeStop(number)}">${icon('close')}</button></div>\n`;
})}</div>
</details>`;
}

/** The filters of a result page as hidden fields. A filter that cannot be read is shown as a text field. */
function filterFields({ amounts, currency = '' }: FormValues, { texts, wrong }: Boxes): Html {
  const fields = AMOUNT_NAMES.map((id) => {
    const value = amounts[id];
    return wrong.has(id)
      ? html`<div class="field extra"><label for="${id}">${texts.form[id]}</label><input id="${id}" name="${id}" type="text" maxlength="40" value="${value}"${marks(id, wrong)}></div>\n`
      : value !== '' && hidden(id, value);
  });
  return html`${fields}${currency !== '' && hidden('cur', currency)}`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">\n`;
