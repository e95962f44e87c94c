/** Spellings and codes that travellers and feeds use, beyond those of the package `world-countries`. */
import type { CountryCode } from '../plan.ts';
import aliases from './aliases.json' with { type: 'json' };

/** Further spellings by country. A spelling under two codes ("Congo", "Virgin Islands") is ambiguous. */
export const EXTRA_ALIASES: Readonly<Record<CountryCode, readonly string[]>> = aliases.extraAliases;

/** Spellings of the package that are an everyday English word or name only a part of the country. */
export const DROPPED_ALIASES: ReadonlySet<string> = new Set(aliases.droppedAliases);

/** ROM was Romania's code until 2002. Some feeds still send it, but a traveller who writes "Rom" may mean the city. */
export const OLD_CODES: ReadonlyMap<string, CountryCode> = new Map(Object.entries(aliases.oldCodes));

/**
 * Codes that do not exist, and the country that is meant: common mistakes ("UK"), codes that ISO reserves ("EA"), and
 * retired codes ("YU"), if one country has that name now or is the largest part of the retired one.
 */
export const SUGGESTIONS: Readonly<Record<string, CountryCode>> = aliases.suggestions;
