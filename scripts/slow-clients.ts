/**
 * A thousand slow clients: a third send nothing, a third never finish their headers, a third never finish their body.
 * All must be closed within 12 s, and others are served meanwhile. Prints how long it took.
 */
import { makeFolder, NO_LIMITS, startProcess } from '../test/faults/support/process.ts';
import { get, openClient, type RawClient } from '../test/faults/support/socket.ts';
import { removeFolder } from '../test/support/folder.ts';

const CLIENTS = 1_000;
const CLOSED_WITHIN_MS = 12_000;
const SLOW = [
  '',
  get('/robots.txt').slice(0, -2),
  'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
] as const;

const folder = makeFolder();
const service = await startProcess({ folder, limits: NO_LIMITS });
let drip: NodeJS.Timeout | undefined;
try {
  const clients: RawClient[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < CLIENTS; count += 1) {
    const client = await openClient(service.port);
    client.socket.write(SLOW[count % SLOW.length]!);
    clients.push(client);
  }
  drip = setInterval(() => {
    for (const { socket } of clients) if (socket.bytesWritten > 0 && socket.writable) socket.write('a');
  }, 1_000);
  let isOver = false;
  const closed = Promise.all(clients.map((client) => client.closed)).then(() => {
    isOver = true;
  });
  let [served, failed] = [0, 0];
  while (!isOver && performance.now() - startedAt < 2 * CLOSED_WITHIN_MS) {
    const { status } = await fetch(`${service.url}/api/v1/plans?country=TR&days=7&need=normal`);
    if (status === 200) served += 1;
    else failed += 1;
  }
  const took = performance.now() - startedAt;
  for (const { socket } of clients) socket.destroy();
  await closed;
  console.log(`closed after ${took.toFixed(0)} ms; ${served} others were served, ${failed} were not`);
  if (took > CLOSED_WITHIN_MS || failed > 0 || served === 0) process.exitCode = 1;
} finally {
  clearInterval(drip);
  await service.stop();
  removeFolder(folder);
}
