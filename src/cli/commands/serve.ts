/** `esim serve`: runs the service until it receives a stop signal. */
import { createLog } from '../../service/log.ts';
import { StartCancelled } from '../../service/parts.ts';
import { startService } from '../../service/service.ts';
import { misspeltSettings, readSettings, unsaid } from '../../service/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError, EXIT } from '../errors.ts';

/** Longer than the service's own shutdown, shorter than the 30 s after which supervisors kill a process. */
export const STOP_WITHIN_MS = 25_000;

export interface ServeOptions {
  readonly sample?: true;
}

export async function serve({ sample }: ServeOptions, deps: Dependencies): Promise<void> {
  const { env, clock, random, out, onStop, onReload, abort } = deps;
  const settings = readSettings(env);
  // On a terminal, the log is text for people.
  const log = createLog(settings.logLevel, out.columns === null ? null : out);
  for (const line of misspeltSettings(env)) log.warn(line);
  const advice = unsaid(settings);
  if (advice !== null) log.info(advice);
  let deadline: NodeJS.Timeout | null = null;
  const cancelStart = new AbortController();
  // Subscribed before the start, so that a signal during the start is not lost.
  const stopRequested = new Promise<void>((resolve) => {
    onStop(() => {
      log.info('stopping');
      cancelStart.abort();
      deadline = setTimeout(() => {
        log.error('did not stop in time');
        abort(1);
      }, STOP_WITHIN_MS).unref();
      resolve();
    });
  });
  // A reload during the start waits for its end. Without a callback, SIGHUP would stop the service.
  const starting = startService(settings, {
    log,
    clock,
    random,
    env,
    signal: cancelStart.signal,
    allowSample: sample === true,
  });
  onReload(
    () =>
      void starting.then(
        (service) => service.reload(),
        () => {},
      ),
  );
  const service = await starting.catch((error: unknown) => {
    if (error instanceof StartCancelled) return null;
    throw listenError(error, settings.port);
  });
  if (service === null) {
    log.info('stopped before the first catalogue was ready');
    // Requests to slow feeds would keep the process alive.
    abort(EXIT.ok);
    return;
  }
  await stopRequested;
  await service.stop();
  if (deadline !== null) clearTimeout(deadline);
  log.info('stopped');
}

const LISTEN_MESSAGES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'needs permissions that this user does not have',
  EADDRNOTAVAIL: 'cannot be opened on this address: check HOST and ADMIN_HOST',
};

/** Turns an error of the listening socket into a message about what the operator can change. */
function listenError(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const message = LISTEN_MESSAGES[code];
  // The admin port may be the occupied one. The error names the port that it is about.
  const failed = (error as { readonly port?: number } | null)?.port ?? port;
  return message === undefined ? error : new CommandError(`port ${failed} ${message}`);
}
