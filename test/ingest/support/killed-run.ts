/** A process whose feed kills it. Usage: node killed-run.ts <store URL> */
import { ingest } from '../../../src/ingest/run/run.ts';
import { openStore } from '../../../src/store/open.ts';
import { inProcess } from './shop.ts';

const store = await openStore({
  url: process.argv[2]!,
  mode: 'serve',
  clock: Date.now,
  onEvent: () => {},
});
const deadly = () => {
  process.kill(process.pid, 'SIGKILL');
  return [];
};
await ingest({
  config: inProcess({ deadly }),
  store,
  clock: Date.now,
  random: Math.random,
  env: {},
});
