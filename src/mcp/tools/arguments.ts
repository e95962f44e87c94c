/** What is wrong with a tool's arguments, in words that a model can act on: every fault at once. */
import { resolvePlace } from '../../domain/places/search.ts';
import { DAYS_MAX, DAYS_MIN, NEEDS, SORTS } from '../../domain/trip.ts';
import { isObject } from '../jsonrpc.ts';

/** Long enough for any name of a country, short enough that a search stays cheap. */
export const QUERY_MAX_LENGTH = 100;

const list = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ');

/** What each argument takes; one that may be left out says so. */
const WANTED = {
  country: 'two upper-case letters, an ISO 3166-1 alpha-2 code such as "TR"',
  days: `a whole number from ${DAYS_MIN} to ${DAYS_MAX}, without quotes`,
  need: `one of ${list(NEEDS)}`,
  sort: `one of ${list(SORTS)}, or leave it out`,
  query: `text of at most ${QUERY_MAX_LENGTH} characters, or leave it out`,
} as const;
export type ArgumentName = keyof typeof WANTED;

export const ARGUMENTS_NOT_AN_OBJECT = 'arguments must be an object.';

/** One sentence for each argument that is missing or not usable. */
export function argumentFaults(given: unknown, wrong: Iterable<string>): string[] {
  if (!isObject(given)) return [ARGUMENTS_NOT_AN_OBJECT];
  const names = new Set([...wrong].filter((name): name is ArgumentName => Object.hasOwn(WANTED, name)));
  return [...names].map((name) => {
    const fault = Object.hasOwn(given, name) ? `${show(given[name])} is not usable` : 'is missing';
    return `${name} ${fault}: give ${WANTED[name]}.${hint(name, given[name])}`;
  });
}

/** Enough of a value to recognise it; never a whole body back. */
const SHOWN_LENGTH = 40;

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_LENGTH));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}

function hint(name: ArgumentName, value: unknown): string {
  const meant = typeof value === 'string' ? suggestion(name, value.trim()) : null;
  return meant === null ? '' : ` Did you mean ${meant}?`;
}

function suggestion(name: ArgumentName, text: string): string | null {
  if (name === 'country') {
    const code = text.length <= QUERY_MAX_LENGTH ? resolvePlace(text) : null;
    return code === null ? null : `"${code}"`;
  }
  if (name === 'days') return /^[1-9]\d?$/.test(text) && Number(text) <= DAYS_MAX ? text : null;
  const values: readonly string[] = name === 'need' ? NEEDS : name === 'sort' ? SORTS : [];
  const value = values.find((known) => known === text.toLowerCase());
  return value === undefined ? null : `"${value}"`;
}
