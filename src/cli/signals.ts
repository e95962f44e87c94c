/** What asks this process to stop or to look at its files again: signals, the end of its terminal, the end of `npm`. */
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Signals {
  /** Calls back with the first wish to stop; a second signal ends the process. Returns the way to forget it. */
  readonly onStop: (callback: () => void) => () => void;
  /** Calls back with every SIGHUP that is no end of a terminal. Without it, SIGHUP asks to stop. */
  readonly onReload: (callback: () => void) => () => void;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Soon for whoever waits for the port, nothing for the machine. */
const LOOK_MS = 500;

export function processSignals(host: NodeJS.Process): Signals {
  const reloads = new Set<() => void>();
  const hadTerminal = hasTerminal();
  return {
    onStop(callback) {
      let asked = false;
      const stop = () => {
        if (asked) return;
        asked = true;
        callback();
      };
      const onSignal = () => {
        // Whoever asks twice does not want to wait.
        if (asked) host.exit(1);
        stop();
      };
      const onHangUp = () => {
        if (reloads.size === 0 || (hadTerminal && !hasTerminal())) return stop();
        for (const reload of reloads) reload();
      };
      for (const signal of STOP_SIGNALS) host.on(signal, onSignal);
      host.on('SIGHUP', onHangUp);
      const forgetNpm = whenNpmEnds(host, stop);
      return () => {
        for (const signal of STOP_SIGNALS) host.off(signal, onSignal);
        host.off('SIGHUP', onHangUp);
        forgetNpm();
      };
    },
    onReload(callback) {
      reloads.add(callback);
      return () => reloads.delete(callback);
    },
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

/** `npm` hands a signal to its shell, and the shell dies of it without telling us: only our parent is another then. */
function whenNpmEnds(host: NodeJS.Process, callback: () => void): () => void {
  if (host.env['npm_lifecycle_event'] === undefined) return () => {};
  const shell = host.ppid;
  const npm = npmAbove(shell);
  const timer = setInterval(() => {
    if (host.ppid === shell && npmAbove(shell) === npm) return;
    clearInterval(timer);
    callback();
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** The parent of npm's shell, where the system tells it. Some shells put the command in their own place; then there is none. */
function npmAbove(shell: number): string | null {
  try {
    // "pid (name) state ppid …"
    const [, name, parent] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${shell}/stat`, 'utf8')) ?? [];
    return name === 'sh' ? (parent ?? null) : null;
  } catch {
    return null;
  }
}
