/** Resolves the hosts of feeds for `esim check`, and finds credentials in their addresses. */
import dns from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { addressKind, hostOf } from '../config/address-kind.ts';
import type { SourcesFile } from '../config/schema.ts';

/** Names that are reserved for examples and tests (RFC 2606). */
const RESERVED = /(^|\.)(example|invalid|test)$/;
/** A placeholder such as {api_key}, or nothing: no credential. */
const NO_VALUE = /^(\{.*\})?$/;
const SECRET_PARAMETER = /^(api[_-]?)?(key|secret|password)$|^(access[_-]?)?token$|^(auth|signature)$/i;
const LOOKUP_MS = 5000;

interface Address {
  readonly url: URL;
  /** "the source anka", for messages. */
  readonly what: string;
}

/** The findings are notes and no errors, because the machine of the service may have another resolver. */
export async function addressNotes(config: SourcesFile): Promise<string[]> {
  const addresses = addressesIn(config);
  const secrets = addresses.flatMap(({ url, what }) =>
    [...url.searchParams]
      .filter(([name, value]) => SECRET_PARAMETER.test(name) && !NO_VALUE.test(value))
      .map(
        ([name]) =>
          `the address of ${what} contains a credential (${name}): keep it in a variable, which "credentials" names`,
      ),
  );
  const byHost = Map.groupBy(addresses, ({ url }) => hostOf(url));
  const hosts = await Promise.all(
    Array.from(byHost, async ([host, [first]]) => {
      const fault = await hostFault(host);
      return fault === null ? [] : [`the host ${host} of ${first?.what} ${fault}`];
    }),
  );
  return [...secrets, ...hosts.flat()];
}

function addressesIn({ sources, rates }: SourcesFile): Address[] {
  const texts = sources
    .filter(({ paused }) => paused !== true)
    .flatMap(({ id, options = {} }) => {
      // `url`, and the addresses that issue tokens: `tokenUrl` or `authorizeUrl`.
      const texts = Object.entries(options).filter(([name]) => /url$/i.test(name));
      return texts.map(([, text]) => ({ text, what: `the source ${id}` }));
    });
  return [...texts, { text: rates?.url, what: 'the exchange rates' }].flatMap(({ text, what }) => {
    const url = typeof text === 'string' && /^https?:/i.test(text) ? URL.parse(text) : null;
    return url === null ? [] : [{ url, what }];
  });
}

async function hostFault(host: string): Promise<string | null> {
  const isAddress = ipaddr.isValid(host);
  // `checkFiles` has judged addresses and loopback names.
  if (isAddress || /(^|\.)localhost$/.test(host)) return null;
  if (RESERVED.test(host)) return 'is a name for examples: it cannot be read';
  const found = await Promise.race([
    dns.lookup(host, { all: true }).catch(() => []),
    delay(LOOKUP_MS, [], { ref: false }),
  ]);
  if (found.length === 0) return 'does not resolve here: it cannot be read';
  return found.every(({ address }) => addressKind(address) === 'public')
    ? null
    : 'is not at a public address: it is never read';
}
