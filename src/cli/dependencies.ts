/** What a command may touch of the world around it. Passed in, so that a test can bring its own. */
import type { Environment } from '../settings.ts';
import { processSignals, type Signals } from './signals.ts';

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Characters in a line; null where nobody looks at it on a screen. */
  readonly columns: number | null;
  readonly colour: boolean;
}

export interface Dependencies extends Signals {
  readonly env: Environment;
  readonly clock: () => number;
  readonly random: () => number;
  readonly out: Output;
  readonly err: Output;
  /** Ends the process at once. */
  readonly abort: (exitCode: number) => void;
}

export function processDependencies(host: NodeJS.Process): Dependencies {
  return {
    env: host.env,
    clock: Date.now,
    random: Math.random,
    out: outputOf(host, host.stdout),
    err: outputOf(host, host.stderr),
    ...processSignals(host),
    abort: (exitCode) => host.exit(exitCode),
  };
}

function outputOf(host: NodeJS.Process, stream: NodeJS.WriteStream): Output {
  let isRead = true;
  // A reader that has seen enough (`esim ingest | head`), or a terminal that closed, changes nothing of what is done.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    isRead = false;
  });
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => {
      if (isRead) stream.write(text);
    },
    isTerminal,
    get columns() {
      return isTerminal ? stream.columns : columnsAsked(host.env);
    },
    colour: wantsColour(host.env, isTerminal),
  };
}

/** Whoever exports COLUMNS wants that width, in a pipe too. */
function columnsAsked({ COLUMNS }: Environment): number | null {
  return /^[1-9]\d{1,3}$/.test(COLUMNS ?? '') ? Number(COLUMNS) : null;
}

// Colours for people: never in a pipe or a file, never against NO_COLOR, always with FORCE_COLOR.

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
