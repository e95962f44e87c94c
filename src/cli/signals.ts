/** Events that ask this process to stop or to reload its files: signals and a closed terminal. */
import { closeSync, openSync } from 'node:fs';

export interface Signals {
  /** Calls back once, on the first request to stop. A second signal ends the process. */
  readonly onStop: (callback: () => void) => void;
  /** Calls back on every SIGHUP that is not caused by a closed terminal. Without a callback, SIGHUP means stop. */
  readonly onReload: (callback: () => void) => void;
}

export function processSignals(host: NodeJS.Process): Signals {
  const reloads = new Set<() => void>();
  const hadTerminal = hasTerminal();
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
        if (reloads.size === 0 || (hadTerminal && !hasTerminal())) return stop();
        for (const reload of reloads) reload();
      });
    },
    onReload: (callback) => void reloads.add(callback),
  };
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
