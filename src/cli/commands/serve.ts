/** `esim serve`: runs the service until it is asked to stop. */
import { createLog } from '../../log.ts';
import { startService } from '../../service.ts';
import { readSettings } from '../../settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError } from '../errors.ts';

/** Longer than the service's own shutdown, shorter than the 30 s after which supervisors kill a process. */
export const STOP_WITHIN_MS = 25_000;

export async function serve(deps: Dependencies): Promise<void> {
  const { env, clock, random, out, onStop, onReload, abort } = deps;
  const settings = readSettings(env);
  const log = createLog(settings.logLevel, out.isTerminal ? out : null);
  let deadline: NodeJS.Timeout | null = null;
  // Subscribed before the start, so that a signal during the start is not lost.
  const stopRequested = new Promise<void>((resolve) => {
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
    throw listenError(error, settings.port);
  });
  onReload(() => service.reload());
  await stopRequested;
  await service.stop();
  if (deadline !== null) clearTimeout(deadline);
  log.info('stopped');
}

const LISTEN_MESSAGES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'needs permissions that this user does not have',
  EADDRNOTAVAIL: 'cannot be opened on this address: check HOST',
};

/** Turns an error of the listening socket into a message that says what the operator can change. */
function listenError(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const message = LISTEN_MESSAGES[code];
  return message === undefined ? error : new CommandError(`port ${port} ${message}`);
}
