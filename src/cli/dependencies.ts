/** What a command uses of the process that runs it. Tests pass their own. */
import { styleText } from 'node:util';
import type { Environment } from '../operator-files/secrets.ts';
import { processSignals, type Signals } from './signals.ts';

export interface Output {
  write(text: string): void;
  /** Width of the terminal in characters; null in a pipe or a file. */
  readonly columns: number | null;
  readonly colour: boolean;
}

export interface Dependencies extends Signals {
  readonly env: Environment;
  readonly clock: () => number;
  readonly random: () => number;
  readonly out: Output;
  readonly err: Output;
  /** Ends the process immediately. */
  readonly abort: (exitCode: number) => void;
}

export function processDependencies(host: NodeJS.Process): Dependencies {
  return {
    env: host.env,
    clock: Date.now,
    random: Math.random,
    out: outputOf(host.stdout),
    err: outputOf(host.stderr),
    ...processSignals(host),
    abort: (exitCode) => host.exit(exitCode),
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  let isOpen = true;
  // A reader that leaves early (`esim ingest | head`) or a closed terminal must not stop the command.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    isOpen = false;
  });
  return {
    write: (text) => {
      if (isOpen) stream.write(text);
    },
    columns: stream.isTTY ? stream.columns : null,
    colour: supportsColour(stream),
  };
}

/** Node decides by the terminal and by NO_COLOR, FORCE_COLOR and TERM. */
const supportsColour = (stream: NodeJS.WriteStream): boolean => styleText('red', 'x', { stream }) !== 'x';

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Paint = (tone: Tone, text: string) => string;

export const painter = (colour: boolean): Paint =>
  colour ? (tone, text) => styleText(tone, text, { validateStream: false }) : (_, text) => text;
