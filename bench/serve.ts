/** The service in a separate process, for benchmarks. It sends its port to its parent process. */
import { createLog } from '../src/service/log.ts';
import { startService } from '../src/service/service.ts';
import { readSettings } from '../src/service/settings.ts';

const settings = readSettings({ ...process.env, HOST: '127.0.0.1' });
const service = await startService(settings, {
  log: createLog(settings.logLevel),
  clock: Date.now,
  random: Math.random,
  env: process.env,
});
process.send?.(service.port);
