/** Structured lines for the operator. Messages are ours; what is logged beside them is counts and ids, never a caller. */
import { pino } from 'pino';
import type { LogLevel } from './settings.ts';

export interface Log {
  debug(message: string, facts?: object): void;
  info(message: string, facts?: object): void;
  warn(message: string, facts?: object): void;
  error(message: string, facts?: object): void;
}

export function createLog(level: LogLevel): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    debug: (message, facts = {}) => logger.debug(facts, message),
    info: (message, facts = {}) => logger.info(facts, message),
    warn: (message, facts = {}) => logger.warn(facts, message),
    error: (message, facts = {}) => logger.error(facts, message),
  };
}

/** An error as a fact: its own words and where it was thrown, for the log alone. */
export const faultFacts = (error: unknown): object =>
  error instanceof Error
    ? { fault: error.message, at: error.stack?.split('\n').slice(1, 4).join(' | ') }
    : { fault: String(error) };
