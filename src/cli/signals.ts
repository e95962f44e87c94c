/** The signals that stop this process or make it reload its files. */
import { isatty } from 'node:tty';

export interface Signals {
  /** Calls back once, on the first stop signal. A later SIGTERM or SIGINT ends the process; see `REPEAT_AFTER_MS`. */
  readonly onStop: (callback: () => void) => void;
  /**
   * Calls back on every SIGHUP. SIGHUP means stop if there is no callback, or if the process runs in a terminal, because a
   * terminal sends it when it is closed.
   */
  readonly onReload: (callback: () => void) => void;
}

/**
 * `npm start` forwards a signal that the whole process group has already received from the terminal or from systemd, so
 * one stop arrives as two signals. Only a signal that comes later than this is a second request of the operator.
 */
const REPEAT_AFTER_MS = 1_000;

export type SignalHost = Pick<NodeJS.Process, 'on' | 'exit'>;

/** `clock` must not go back, unlike the time of the day. */
export function processSignals(host: SignalHost, clock: () => number = () => performance.now()): Signals {
  const reloads = new Set<() => void>();
  // Checked at the start, because a closed terminal is no longer a terminal.
  const isInTerminal = isatty(0);
  return {
    onStop(callback) {
      let requestedAt: number | null = null;
      const stop = () => {
        if (requestedAt !== null) return;
        requestedAt = clock();
        callback();
      };
      const onSignal = () => {
        const isRepeated = requestedAt !== null && clock() - requestedAt >= REPEAT_AFTER_MS;
        if (isRepeated) host.exit(1);
        else stop();
      };
      host.on('SIGTERM', onSignal);
      host.on('SIGINT', onSignal);
      host.on('SIGHUP', () => {
        if (reloads.size === 0 || isInTerminal) return stop();
        for (const reload of reloads) reload();
      });
    },
    onReload: (callback) => void reloads.add(callback),
  };
}
