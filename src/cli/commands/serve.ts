/**
 * The folder: one file for each command. It imports everything. Each may run at any time; those that write ask for the
 * store's lease. This one is `esim serve`: runs the service until it is asked to stop.
 */
import { createLog } from '../../log.ts';
import { startService } from '../../service.ts';
import { readSettings } from '../../settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError } from '../failure.ts';

/** Longer than the service's own draining, shorter than the 30 s after which supervisors kill. */
export const STOP_WITHIN_MS = 25_000;

export async function serve(around: Dependencies): Promise<void> {
  const { env, clock, random, out, onStop, onReload, abort } = around;
  const settings = readSettings(env);
  const log = createLog(settings.logLevel, out.isTerminal ? out : null);
  let deadline: NodeJS.Timeout | null = null;
  // Listened for from the beginning: a stop during the start is kept, not lost.
  const asked = new Promise<void>((resolve) => {
    onStop(() => {
      log.info('stopping');
      deadline = setTimeout(() => {
        log.error('did not stop in time');
        abort(1);
      }, STOP_WITHIN_MS).unref();
      resolve();
    });
  });
  const service = await startService(settings, { log, clock, random, env }).catch((error: unknown) => {
    throw spokenFailure(error, settings.port);
  });
  onReload(() => service.reload());
  await asked;
  await service.stop();
  if (deadline !== null) clearTimeout(deadline);
  log.info('stopped');
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'is not allowed for this user',
  EADDRNOTAVAIL: 'is not on this machine: look at HOST',
};

/** A port that cannot be had is the operator's to solve, so it is said in their words. */
function spokenFailure(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const words = LISTEN_FAULTS[code];
  return words === undefined ? error : new CommandError(`port ${port} ${words}`);
}
