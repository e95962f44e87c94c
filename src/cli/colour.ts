/** Colours for people: never in a pipe or a file, never against NO_COLOR, always with FORCE_COLOR. */
import type { Environment } from '../settings.ts';

/** FORCE_COLOR is the more specific wish, so it wins where both are set; "0" and "false" take it back. */
export function wantsColour(env: Environment, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTerminal && env['TERM'] !== 'dumb';
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Tone = keyof typeof CODES;
export type Paint = (tone: Tone, text: string) => string;

export const painter = (colour: boolean): Paint =>
  colour ? (tone, text) => `\u001b[${CODES[tone]}m${text}\u001b[0m` : (_, text) => text;
