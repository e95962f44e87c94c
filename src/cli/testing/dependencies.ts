/** Dependencies for tests: output is collected, and nothing of the real process is used. */
import type { Dependencies, Output } from '../dependencies.ts';

interface TestDependencies extends Dependencies {
  readonly stdout: () => string;
  readonly stderr: () => string;
}

export function testDependencies(options: { columns?: number; colour?: boolean } = {}): TestDependencies {
  const written = { out: '', err: '' };
  const outputOf = (name: 'out' | 'err'): Output => ({
    write: (text) => {
      written[name] += text;
    },
    columns: options.columns ?? null,
    colour: options.colour ?? false,
  });
  return {
    env: {},
    clock: () => 0,
    random: () => 0,
    out: outputOf('out'),
    err: outputOf('err'),
    onStop: () => {},
    onReload: () => {},
    abort: () => {},
    stdout: () => written.out,
    stderr: () => written.err,
  };
}
