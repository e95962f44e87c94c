/** Where the traffic of a plan reaches the internet. */
import type { Draft } from '../draft.ts';
import { pieces } from './place-cells.ts';
import { placesIn } from './places.ts';
import { textOrNull } from './value.ts';

/** Local if traffic reaches the internet in the plan's only destination, roaming if it does so elsewhere. */
export function breakoutOf(
  exits: readonly string[],
  places: readonly string[],
): NonNullable<Draft['breakout']> {
  if (exits.length === 0) return 'unknown';
  const known = exits.map((exit) => exit.toUpperCase());
  return places.length === 1 && known.includes((places[0] ?? '').toUpperCase()) ? 'local' : 'roaming';
}

/** Where traffic reaches the internet: codes or names of places, or words for "local" and "roaming". */
export function exitsIn(value: unknown): Pick<Draft, 'exits' | 'breakout'> {
  const texts = pieces(value, /[,;|/\n]/)
    .map(textOrNull)
    .filter((text) => text !== null);
  const [only = ''] = texts;
  if (texts.length === 1 && /^local(?: ?(?:ip|breakout|exit))?$/i.test(only)) return { breakout: 'local' };
  if (texts.length === 1 && /^(?:roaming|home[ -]?routed)$/i.test(only)) return { breakout: 'roaming' };
  return {
    exits: texts.flatMap((text) => {
      const bare = text
        .replace(/\([^)]*\)/g, ' ')
        .replace(/\bip\b/gi, ' ')
        .trim();
      return placesIn(bare) ?? [bare];
    }),
  };
}
