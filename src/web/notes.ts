/** Notes of destinations: what travellers should know before they buy, each with its date, caveat and sources. */

import { notesFor, type ShownNote } from '../reference/notes.ts';
import type { WebContext } from './context.ts';
import { type Html, html, joined } from './html.ts';
import type { Language } from './language.ts';
import { icon } from './pictures.ts';
import { placeLanguage } from './region-name.ts';
import { capital } from './results/facts.ts';

export const notesOf = ({ queries, clock }: WebContext, countries: readonly string[]): readonly ShownNote[] =>
  notesFor(queries.reference().notes, countries, clock());

const OLD_YEARS = 2;

/** Notes that are older than two years stand behind what is newer. */
export function byAge(
  notes: readonly ShownNote[],
  now: number,
): { readonly recent: readonly ShownNote[]; readonly old: readonly ShownNote[] } {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - OLD_YEARS);
  const isOld = ({ checked_on }: ShownNote) => Date.parse(checked_on) < since.getTime();
  return { recent: notes.filter((note) => !isOld(note)), old: notes.filter(isOld) };
}

/** A day, a month or a year, as precise as it is written. */
export function roughDate(date: string, { format }: Language): string {
  if (date.length === 'YYYY'.length) return date;
  return date.length === 'YYYY-MM'.length ? format.month(date) : format.date(date);
}

/** Links to the sources of a fact, each with its date. */
export const sourceLinks = (sources: ShownNote['sources'], language: Language): Html[] =>
  sources.map(
    ({ publisher, url, date }) =>
      html`<a href="${url}" rel="nofollow noopener">${publisher}</a>${date !== undefined && html` (${roughDate(date, language)})`}`,
  );

export function noteList(notes: readonly ShownNote[], language: Language): Html {
  const { results: labels } = language.texts;
  const code = placeLanguage(language.texts);
  const hasSeveral = new Set(notes.map(({ country }) => country)).size > 1;
  return html`<ul class="notes">
${notes.map(({ country, text, caveat, checked_on, mayHaveChanged, sources }) => {
  const links = sourceLinks(sources, language);
  const name = hasSeveral && html`<b>${language.format.country(country)}:</b> `;
  const source = html`<small>${capital(labels.asOf({ date: roughDate(checked_on, language) }))}. ${mayHaveChanged && `${labels.mayHaveChanged} `}${labels.sources} ${joined(links, ', ')}</small>`;
  return html`<li>${name}${text[code]} ${caveat?.[code]} ${source}</li>\n`;
})}</ul>`;
}

/** The most important note in a line, which opens to all notes. null: there is none. */
export function noteLine(notes: readonly ShownNote[], language: Language): Html | null {
  const [first] = notes;
  if (first === undefined) return null;
  const { results: labels } = language.texts;
  const date = labels.asOf({ date: roughDate(first.checked_on, language) });
  return html`<li>${icon('bulb')}<details class="good-to-know"><summary><b>${labels.goodToKnow}:</b> ${first.short[placeLanguage(language.texts)]} (${date})</summary>
${noteList(notes, language)}
</details></li>`;
}
