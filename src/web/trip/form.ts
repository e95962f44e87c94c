/** The trip form. It works without a script. The script adds suggestions and buttons for the stops. */
import { DAYS_MAX, DAYS_MIN, NEEDS, type Sort, THEN_MAX, TRAVELLERS_MAX } from '../../domain/trip.ts';
import type { WebContext } from '../context.ts';
import { LIST_TEXT_MAX } from '../destinations.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { FILTER_FIELDS, type Typed, type TypedStop, USUAL } from './typed.ts';

export interface FormValues extends Typed {
  /** The required features. They stay when the trip changes. */
  readonly require?: readonly string[];
  /** The order that is open. It stays when the trip changes. */
  readonly sort?: Sort;
  /** The plans of the side-by-side view. They stay when the trip changes. */
  readonly picks?: readonly string[];
  /** What is wrong, by the id of the field that it stands next to. */
  readonly faults?: ReadonlyMap<string, Html>;
}

export const EMPTY_FORM: FormValues = {
  country: '',
  ...USUAL,
  currency: '',
  stops: [],
  filters: { data_gb: '', max_usd: '', avoid_exits: '', providers: '', avoid_providers: '' },
};

export function tripForm(context: WebContext, language: Language, values: FormValues): Html {
  const { root } = context;
  const { texts, link } = language;
  const { form, needs } = texts;
  const { faults = new Map<string, Html>(), sort = 'recommended', require = [], picks = [] } = values;
  const boxes = { root, texts, faults };
  return html`<form class="trip" action="${root}/compare" method="get" aria-label="${form.label}">
${languageField(language)}${sort !== 'recommended' && hidden('sort', sort)}${require.length > 0 && hidden('require', require.join())}${picks.map((name) => hidden('pick', name))}<div class="field where">
<label for="country">${form.destination}</label>
${placeBox('country', values.country, boxes, faults.has('country') ? '' : 'country-hint')}
${message('country', faults) ?? html`<p class="hint" id="country-hint">${form.destinationHint}</p>`}
</div>
<div class="field days">
<label for="days">${form.days}</label>
${daysBox('days', values.days, boxes)}
</div>
<div class="field travellers">
<label for="travellers">${form.travellers}</label>
<input id="travellers" name="travellers" type="number" inputmode="numeric" min="1" max="${TRAVELLERS_MAX}" step="1" value="${values.travellers}"${marks('travellers', faults)}>
</div>
${rowMessages(faults)}<fieldset class="field need"${faults.has('need') && html` aria-describedby="fault-need"`}>
<legend>${form.need}</legend>
<div class="choices">
${NEEDS.map(
  (need) =>
    html`<label class="choice"><input type="radio" name="need" value="${need}" required${need === values.need && html` checked`}><span><b>${needs[need].name}</b> <small>${needs[need].means}</small></span></label>\n`,
)}</div>
${message('need', faults)}${context.queries.reference().activities !== null && html`<p class="field-links"><a href="${link('/data')}">${texts.facts.data.title}</a></p>\n`}</fieldset>
${stopFields(values.stops, boxes)}
${filterFields(values)}
<button class="go" type="submit">${form.submit}</button>
</form>`;
}

/** What every field uses. */
interface Boxes {
  readonly root: string;
  readonly texts: Language['texts'];
  readonly faults: ReadonlyMap<string, Html>;
}

/** The first stop must be filled in; further ones may stay empty. */
const required = (id: string) => (id === 'country' || id === 'days') && html` required`;

const marks = (id: string, faults: Boxes['faults'], hint = ''): Html => {
  const describedBy = faults.has(id) ? `fault-${id}` : hint;
  return html`${faults.has(id) && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
};

const message = (id: string, faults: Boxes['faults']): Html | null => {
  const text = faults.get(id);
  return text === undefined ? null : html`<div class="wrong" id="fault-${id}" role="alert">${text}</div>`;
};

/** The fields of numbers are too narrow for a sentence, so their messages have a row. */
function rowMessages(faults: Boxes['faults']): Html | false {
  const messages = [message('days', faults), message('travellers', faults)];
  return messages.some((one) => one !== null) && html`<div class="field row-messages">${messages}</div>\n`;
}

export const placeBox = (id: string, value: string, { root, texts, faults }: Boxes, hint = ''): Html =>
  html`<div class="box" data-places="${root}/places.json?lang=${texts.code}" data-found="${texts.form.found({ count: '{n}' })}" data-none="${texts.form.none}">
<input id="${id}" name="${id}" type="text" value="${value}" maxlength="${LIST_TEXT_MAX}"${required(id)} placeholder="${texts.form.placeholder}" autocomplete="off" autocapitalize="words" spellcheck="false"${marks(id, faults, hint)}>
</div>`;

const daysBox = (id: string, value: string, { faults }: Boxes): Html =>
  html`<input id="${id}" name="${id}" type="number" inputmode="numeric" min="${DAYS_MIN}" max="${DAYS_MAX}" step="1" value="${value}"${required(id)}${marks(id, faults)}>`;

/**
 * The further stops, which begin with number 2, and an empty one. The script adds and removes rows. Without it, each
 * comparison offers one more row. A row without a place is ignored.
 */
function stopFields(stops: readonly TypedStop[], boxes: Boxes): Html {
  const { form } = boxes.texts;
  const rows = [...stops, { country: '', days: USUAL.days }].slice(0, THEN_MAX);
  return html`<details class="field extra"${stops.length > 0 && html` open`}>
<summary>${form.addStop}</summary>
<p class="hint">${form.stopsHint}</p>
<div class="stops" data-more="${form.anotherStop}" data-most="${THEN_MAX}" data-total="${form.total({ sum: '{sum}' })}">
${rows.map(({ country, days }, index) => {
  const id = `stop${index + 1}`;
  const number = index + 2;
  const place = html`<div class="field"><label for="${id}">${form.stop({ n: number })}</label>${placeBox(id, country, boxes)}</div>`;
  const length = html`<div class="field"><label for="${id}_days">${form.days}</label>${daysBox(`${id}_days`, days, boxes)}</div>`;
  const remove = html`<button type="button" class="remove" aria-label="${form.removeStop({ n: number })}">${icon('close')}</button>`;
  const messages = [message(id, boxes.faults), message(`${id}_days`, boxes.faults)];
  return html`<div class="stop">${place}${length}${remove}${messages}</div>\n`;
})}</div>
</details>`;
}

/** The filters of a result page as hidden fields. */
const filterFields = ({ filters, currency }: FormValues): Html =>
  html`${FILTER_FIELDS.map((id) => filters[id] !== '' && hidden(id, filters[id]))}${currency !== '' && hidden('cur', currency)}`;

/** A form keeps the language that the address names. */
export const languageField = ({ isChosen, texts }: Pick<Language, 'isChosen' | 'texts'>): Html | false =>
  isChosen && hidden('lang', texts.code);

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">\n`;
