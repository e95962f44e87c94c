/** Loaded before the service: writes down every connection that the process, or a thread of it, tries to make. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
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

for (const holder of [dns, dns.promises] as unknown as Record<string, unknown>[]) {
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt', 'resolveSrv']) {
    const original = holder[name];
    if (typeof original !== 'function') continue;
    holder[name] = (...args: unknown[]): unknown => {
      note(`${name} ${String(args[0])}`);
      return (original as Any).apply(holder, args);
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
note('ready');
