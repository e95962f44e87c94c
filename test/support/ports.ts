/**
 * A free port for a program that cannot tell which port the system has given it. The system gives ports from 32,768 to
 * programs that ask for any port and to clients, so a port below is not taken before the program listens on it.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 10_000;
/** A node of a Redis cluster also takes the port 10,000 above its own. */
const AFTER_LAST = 22_000;

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, AFTER_LAST);
  return (await isFree(port)) ? port : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
