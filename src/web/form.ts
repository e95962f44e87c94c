/** The trip form. Plain HTML that works by itself; the script only adds suggestions while typing. */
import { DAYS_MAX, DAYS_MIN, NEEDS } from '../domain/trip.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import { langQuery, type Tongue } from './language.ts';

export interface FormValues {
  readonly destination: string;
  readonly days: string;
  readonly need: string;
  /** Fields that are to be marked as wrong; each has a message with the id `fault-<field>`. */
  readonly wrong?: ReadonlySet<'country' | 'days' | 'need'>;
}

export const EMPTY_FORM: FormValues = { destination: '', days: '7', need: 'normal' };

export function tripForm({ assets }: Pick<WebContext, 'assets'>, tongue: Tongue, values: FormValues): Html {
  const { texts } = tongue;
  const { form, needs } = texts;
  const wrong = values.wrong ?? new Set();
  const marks = (field: 'country' | 'days', hint = '') => {
    const describedBy = [wrong.has(field) ? `fault-${field}` : '', hint].filter(Boolean).join(' ');
    return html`${wrong.has(field) && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
  };
  return html`<form class="trip" action="/compare" method="get" aria-label="${form.label}">
${langQuery(tongue) !== '' && html`<input type="hidden" name="lang" value="${texts.code}">\n`}<div class="field where">
<label for="country">${form.destination}</label>
<div class="box" data-places="${assets.path(`places-${texts.code}.json`)}" data-found="${form.found('{n}')}" data-none="${form.none}">
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
