/** Small pictures: flags, monograms of providers and pictograms. Their colours and shapes are in the style sheet. */
import { readFileSync } from 'node:fs';
import type { CountryCode } from '../domain/plan.ts';
import { type Html, html } from './html.ts';
import { nameForMonogram } from './seller-name.ts';

export type Pictogram =
  | 'bulb'
  | 'call'
  | 'calendar'
  | 'check'
  | 'close'
  | 'edit'
  | 'filter'
  | 'globe'
  | 'info'
  | 'minus'
  | 'next'
  | 'out'
  | 'phone'
  | 'signal'
  | 'unclear'
  | 'wifi';

export const icon = (name: Pictogram): Html => html`<i class="i i-${name}" aria-hidden="true"></i>`;

let flags: Readonly<Record<CountryCode, string>> | undefined;

/** The SVG of a flag; undefined for a code without one. */
export function flagSvg(code: string): string | undefined {
  flags ??= JSON.parse(readFileSync(new URL('./assets/flags.json', import.meta.url), 'utf8')) as Readonly<
    Record<CountryCode, string>
  >;
  return Object.hasOwn(flags, code) ? flags[code] : undefined;
}

/** The flag beside the name of a country. The name says the same, so it has no text of its own. */
export const flag = (code: CountryCode, root: string): Html | null =>
  flagSvg(code) === undefined
    ? null
    : html`<img class="flag" src="${root}/assets/flag-${code}.svg" alt="" width="30" height="20" loading="lazy">`;

/** As many as the style sheet has (`.m0` to `.m12`). */
const COLOURS = 13;

/** The first letters of a provider in a colour that it always has. */
export function monogram({ id, name }: { readonly id: string; readonly name: string }): Html {
  // A simple hash with a prime modulus spreads the ids evenly over the colours.
  const hash = Buffer.from(id).reduce((sum, byte) => (sum * 33 + byte) % 65_521, 5);
  const letters = nameForMonogram(name)
    .match(/[\p{L}\p{N}]/gu)
    ?.slice(0, 2)
    .join('');
  return html`<span class="mono m${hash % COLOURS}" aria-hidden="true">${letters ?? '?'}</span>`;
}
