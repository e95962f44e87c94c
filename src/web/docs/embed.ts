/** A form that people copy into their own pages. It opens the comparison here. */

import { DAYS_MAX, DAYS_MIN } from '../../domain/trip.ts';
import { attributionOf } from '../../wire/attribution.ts';
import type { Identity } from '../../wire/comparison.ts';
import { type Html, html, trusted } from '../html.ts';

export const EMBED_NOTE =
  'Copy this into a page of yours, such as one about a country. It needs no script, sends nothing until somebody presses the button, and looks like the other forms of that page. Keep the attribution. A value for country ("Japan", "JP") chooses the destination in advance.';

export function embedForm({ serviceName, baseUrl }: Identity): Html {
  return html`<form action="${baseUrl}/compare" method="get" target="_blank" rel="noopener">
  <label>Country or city <input name="country" type="text" required maxlength="60"></label>
  <label>Days <input name="days" type="number" min="${DAYS_MIN}" max="${DAYS_MAX}" value="7" required></label>
  <button type="submit">Compare travel eSIMs</button>
  <small>${trusted(attributionOf(serviceName, baseUrl).html)}</small>
</form>`;
}
