/** Checks that SIGTERM ends the service within 3 s, with any clients. Prints how long it took. */
import { once } from 'node:events';
import { makeFolder, NO_LIMITS, startProcess } from '../test/faults/support/process.ts';
import { get, openClient } from '../test/faults/support/socket.ts';
import { removeFolder } from '../test/support/folder.ts';

const STOPPED_WITHIN_MS = 3_000;
const POST =
  'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n';

const folder = makeFolder();
const service = await startProcess({ folder, limits: NO_LIMITS });
const [, idle, slow] = await Promise.all(Array.from({ length: 3 }, () => openClient(service.port)));
idle!.socket.write(get('/robots.txt'));
slow!.socket.write(POST);
const drip = setInterval(() => slow!.socket.writable && slow!.socket.write('{'), 50);
await once(idle!.socket, 'data');
const startedAt = performance.now();
const exited = once(service.child, 'exit');
service.child.kill('SIGTERM');
const [code] = (await exited) as [number | null];
const took = performance.now() - startedAt;
clearInterval(drip);
removeFolder(folder);
console.log(`stopped after ${took.toFixed(0)} ms with exit code ${code}`);
if (took > STOPPED_WITHIN_MS || code !== 0) process.exitCode = 1;
