/** The signals that stop this process or make it reload its files. */
import { isatty } from 'node:tty';

export interface Signals {
  /** Calls back once, on the first stop signal. A second signal ends the process. */
  readonly onStop: (callback: () => void) => void;
  /**
   * Calls back on every SIGHUP. SIGHUP means stop if there is no callback, or if the process runs in a terminal, because a
   * terminal sends it when it is closed.
   */
  readonly onReload: (callback: () => void) => void;
}

export function processSignals(host: NodeJS.Process): Signals {
  const reloads = new Set<() => void>();
  // Checked at the start, because a closed terminal is no longer a terminal.
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
        // With a second signal, the operator does not want to wait.
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
