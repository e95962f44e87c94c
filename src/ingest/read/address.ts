/** Allows only public addresses for feeds, so that no URL or redirect of a feed reaches the internal network. */
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressKind, hostOf } from '../config/address-kind.ts';
import { FetchFault } from './fault.ts';

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

export type Lookup = (host: string) => Promise<readonly HostAddress[]>;

/**
 * Checks a URL. A host name is checked later, when it is resolved. Tests set `allowLoopback`, which allows http and
 * loopback addresses.
 */
export function checkUrl(url: URL, allowLoopback: boolean): void {
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:'))
    throw new FetchFault('bad_address', 'only https addresses are fetched');
  if (url.username !== '' || url.password !== '')
    throw new FetchFault('bad_address', 'an address must not contain a user or password');
  const host = hostOf(url);
  if (ipaddr.isValid(host)) checkAddresses([host], allowLoopback);
}

/** A lookup function for connections. It returns only addresses that were checked. */
export function checkedLookup(lookup: Lookup, allowLoopback: boolean): LookupFunction {
  const resolve = async (host: string) => {
    const addresses = await lookup(host).catch(() => {
      throw new FetchFault('dns', "the feed's host name could not be resolved");
    });
    if (addresses.length === 0) throw new FetchFault('dns', "the feed's host has no address");
    checkAddresses(
      addresses.map(({ address }) => address),
      allowLoopback,
    );
    return addresses;
  };
  return (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const [{ address, family }] = addresses as [HostAddress];
        if (all === true) callback(null, [...addresses]);
        else callback(null, address, family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/** Rejects a host with any address that is not public, because each of its addresses may be used. */
function checkAddresses(addresses: readonly string[], allowLoopback: boolean): void {
  const kinds = addresses.map(addressKind);
  const arePublic = kinds.every((kind) => kind === 'public');
  const areLoopback = kinds.every((kind) => kind === 'loopback');
  if (!arePublic && !(allowLoopback && areLoopback))
    throw new FetchFault('refused_address', "the feed's host is not at a public address");
}
