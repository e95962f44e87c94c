/** Runs the service in its own process. It sends its ports to the parent process and handles a few commands. */
import type { StopTimes } from '../../../src/http/server.ts';
import { createLog } from '../../../src/service/log.ts';
import { startService } from '../../../src/service/service.ts';
import { readSettings } from '../../../src/service/settings.ts';
import { PATIENT_MS } from '../../support/service.ts';

const settings = readSettings(process.env);
const service = await startService(settings, {
  log: createLog(settings.logLevel),
  clock: Date.now,
  random: Math.random,
  env: process.env,
  // No test of processes asks for pages, and their rendering takes as long as the start.
  preparesPages: false,
  stopTimes: JSON.parse(process.env['TEST_STOP_TIMES'] ?? '{}') as Partial<StopTimes>,
  ...(process.env['TEST_STORE_DEADLINE'] === 'usual' ? {} : { storeDeadlineMs: PATIENT_MS }),
  ...(process.env['TEST_DETECTS_OVERLOAD'] === 'yes' ? {} : { isOverloaded: () => false }),
});
const stop = () => void service.stop().then(() => process.exit(0));
process.on('SIGTERM', stop);

process.on('message', (command: string) => {
  if (command === 'stop') stop();
  if (command === 'collect') globalThis.gc?.();
  if (command === 'usage' || command === 'collect') {
    const resources = process.getActiveResourcesInfo();
    const sockets = resources.filter((name) => name === 'TCPSocketWrap').length;
    const { user, system } = process.threadCpuUsage();
    const busyMs = (user + system) / 1_000;
    process.send?.({ ...process.memoryUsage(), busyMs, handles: resources.length, sockets });
  }
});
process.send?.({ port: service.port, adminPort: service.adminPort });
