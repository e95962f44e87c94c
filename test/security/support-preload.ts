/**
 * Loaded before the service: writes down every connection that the process, or a thread of it, begins, every question to
 * a resolver, and every UDP socket that it creates.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const file = process.env['CONNECTIONS_FILE'] ?? '';
const note = (what: string): void => appendFileSync(file, `${what}\n`);

type Any = (this: unknown, ...given: unknown[]) => unknown;

const sockets = net.Socket.prototype as unknown as Record<'connect', Any>;
const { connect } = sockets;
sockets.connect = function (...args) {
  note(`connect ${JSON.stringify(args[0])}`);
  return connect.apply(this, args);
};

/** `lookup`, `lookupService`, `resolve4`, `reverse` and others. */
const IS_QUESTION = /^(?:lookup|resolve|reverse)/;
for (const holder of [
  dns,
  dns.promises,
  dns.Resolver.prototype,
  dns.promises.Resolver.prototype,
] as unknown as Record<string, unknown>[]) {
  for (const name of Object.getOwnPropertyNames(holder).filter((found) => IS_QUESTION.test(found))) {
    const original = holder[name] as Any;
    holder[name] = function (this: unknown, ...args: unknown[]): unknown {
      note(`${name} ${String(args[0])}`);
      return original.apply(this, args);
    };
  }
}

const createSocket = dgram.createSocket;
dgram.createSocket = ((...args: Parameters<typeof createSocket>) => {
  note('udp');
  return createSocket(...args);
}) as typeof createSocket;

const originalFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  note(`fetch ${input instanceof Request ? input.url : input.toString()}`);
  return originalFetch(input, init);
};
// Without this, a module that imports one of these functions by its name would get the original one.
syncBuiltinESMExports();
note('ready');
