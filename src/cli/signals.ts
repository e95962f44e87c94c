/** Signals that ask this process to stop or to reload its files. */
import { isatty } from 'node:tty';

export interface Signals {
  /** Calls back once, on the first request to stop. A second signal ends the process. */
  readonly onStop: (callback: () => void) => void;
  /** Calls back on every SIGHUP. Without a callback, and in a terminal, which sends it when it is closed, SIGHUP means stop. */
  readonly onReload: (callback: () => void) => void;
}

export function processSignals(host: NodeJS.Process): Signals {
  const reloads = new Set<() => void>();
  // Asked now, because a closed terminal is no terminal any more.
  const isInTerminal = isatty(0);
  return {
    onStop(callback) {
      let requested = false;
      const stop = () => {
        if (requested) return;
        requested = true;
        callback();
      };
      const onSignal = () => {
        // An operator who asks twice does not want to wait.
        if (requested) host.exit(1);
        stop();
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
