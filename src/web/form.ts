/** The trip form. Plain HTML that works by itself; the script only adds suggestions while typing. */
import { DAYS_MAX, DAYS_MIN, NEEDS, type Sort } from '../domain/trip.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';

export interface FormValues {
  readonly destination: string;
  readonly days: string;
  readonly need: string;
  /** The order that is open; it stays when the trip changes. */
  readonly sort?: Sort;
  /** Fields that are to be marked as wrong; each has a message with the id `fault-<field>`. */
  readonly wrong?: ReadonlySet<Field>;
}
export type Field = 'country' | 'days' | 'need';

export const EMPTY_FORM: FormValues = { destination: '', days: '7', need: 'normal' };

export function tripForm({ places, root }: WebContext, language: Language, values: FormValues): Html {
  const { texts, chosen } = language;
  const { form, needs } = texts;
  const { wrong = new Set<Field>(), sort = 'recommended' } = values;
  const marks = (field: Field, hint = '') => {
    const describedBy = [wrong.has(field) ? `fault-${field}` : '', hint].filter(Boolean).join(' ');
    return html`${wrong.has(field) && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
  };
  return html`<form class="trip" action="${root}/compare" method="get" aria-label="${form.label}">
${chosen && hidden('lang', texts.code)}${sort !== 'recommended' && hidden('sort', sort)}<div class="field where">
<label for="country">${form.destination}</label>
<div class="box" data-places="${root}${places(texts).path}" data-found="${form.found('{n}')}" data-none="${form.none}">
<input id="country" name="country" type="text" value="${values.destination}" maxlength="60" required autocomplete="off" autocapitalize="words" spellcheck="false"${marks('country', 'country-hint')}>
</div>
<p class="hint" id="country-hint">${form.destinationHint}</p>
</div>
<div class="field days">
<label for="days">${form.days}</label>
<input id="days" name="days" type="number" inputmode="numeric" min="${DAYS_MIN}" max="${DAYS_MAX}" step="1" value="${values.days}" required${marks('days')}>
</div>
<fieldset class="field need"${wrong.has('need') && html` aria-describedby="fault-need"`}>
<legend>${form.need}</legend>
<div class="choices">
${NEEDS.map(
  (need) =>
    html`<label class="choice"><input type="radio" name="need" value="${need}" required${need === values.need && html` checked`}><span><b>${needs[need].name}</b> <small>${needs[need].means}</small></span></label>\n`,
)}</div>
</fieldset>
<button class="go" type="submit">${form.submit}</button>
</form>`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">\n`;
