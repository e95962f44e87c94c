/** The log. Entries contain counts and ids, but never anything about a caller. */
import { pino } from 'pino';
import type { LogLevel } from './settings.ts';

export interface Log {
  debug(message: string, facts?: object): void;
  info(message: string, facts?: object): void;
  warn(message: string, facts?: object): void;
  error(message: string, facts?: object): void;
}

/** A terminal. */
interface Screen {
  write(text: string): void;
  readonly colour: boolean;
}

/** Writes readable text to a terminal, and one JSON object per line elsewhere. */
export function createLog(level: LogLevel, screen: Screen | null = null): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger =
    screen === null
      ? pino(options)
      : pino(options, { write: (line) => screen.write(readable(line, screen.colour)) });
  return {
    debug: (message, facts = {}) => logger.debug(facts, message),
    info: (message, facts = {}) => logger.info(facts, message),
    warn: (message, facts = {}) => logger.warn(facts, message),
    error: (message, facts = {}) => logger.error(facts, message),
  };
}

/** The prefix and the colour of levels above `info` on a terminal. */
const MARKS: Readonly<Record<string, { readonly text: string; readonly tone: string }>> = {
  warn: { text: 'warning: ', tone: '33' },
  error: { text: 'error: ', tone: '31' },
};

/** "17:05:31 listening · url http://localhost:8080/ · plans 7000". */
export function readable(json: string, colour: boolean): string {
  const { level, time, msg, ...facts } = JSON.parse(json) as Record<string, unknown>;
  const mark = MARKS[String(level)];
  const shown = Object.entries(facts).filter(([, value]) => value !== null && !isEmpty(value));
  const rest = shown.map(([name, value]) => ` · ${name} ${valueText(value)}`).join('');
  // A message may quote a feed, which must not start a line, move the cursor or change the direction of the text.
  const text = `${String(time).slice(11, 19)} ${mark?.text ?? ''}${String(msg)}${rest}`
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return colour && mark !== undefined ? `\u001b[${mark.tone}m${text}\u001b[0m\n` : `${text}\n`;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Describes an error for the log: its message and the top of its stack. */
export const faultFacts = (error: unknown): object =>
  error instanceof Error
    ? { fault: error.message, at: error.stack?.split('\n').slice(1, 4).join(' | ') }
    : { fault: String(error) };
