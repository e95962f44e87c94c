import { wantsColour } from './colour.ts';
import type { Output, Surroundings } from './surroundings.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export function processSurroundings(host: NodeJS.Process): Surroundings {
  return {
    env: host.env,
    clock: Date.now,
    random: Math.random,
    out: outputOf(host, host.stdout),
    err: outputOf(host, host.stderr),
    onStop(callback) {
      let asked = false;
      const onSignal = () => {
        // Whoever asks twice does not want to wait.
        if (asked) host.exit(1);
        asked = true;
        callback();
      };
      for (const signal of STOP_SIGNALS) host.on(signal, onSignal);
      return () => {
        for (const signal of STOP_SIGNALS) host.off(signal, onSignal);
      };
    },
    abort: (exitCode) => host.exit(exitCode),
  };
}

function outputOf(host: NodeJS.Process, stream: NodeJS.WriteStream): Output {
  // A reader that has seen enough (`esim rank … | head`) is no failure.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') host.exit(0);
    throw error;
  });
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    get columns() {
      return isTerminal ? stream.columns : null;
    },
    colour: wantsColour(host.env, isTerminal),
  };
}
