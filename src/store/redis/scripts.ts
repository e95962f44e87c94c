/** The Lua that runs inside Redis: one file for each step that must be whole. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

export interface Script {
  readonly name: string;
  readonly text: string;
  readonly sha1: string;
}

function script(name: string, ...libraries: string[]): Script {
  const text = [...libraries, name]
    .map((file) => readFileSync(new URL(`./lua/${file}.lua`, import.meta.url), 'utf8'))
    .join('\n');
  return { name, text, sha1: createHash('sha1').update(text).digest('hex') };
}

export const TAKE = script('take', 'time', 'service', 'record');
export const REFUND = script('refund', 'time', 'service', 'record');
export const RESEED = script('reseed', 'time', 'service', 'record');
export const USAGE = script('usage', 'time', 'service', 'record');
export const SERVICE_USAGE = script('service-usage', 'time', 'service');
export const RESET = script('reset', 'service');
export const PROBE = script('probe', 'service');
export const LEASE_RENEW = script('lease-renew');
export const LEASE_RELEASE = script('lease-release');
export const CACHE_GENERATION = script('cache-generation', 'generation');
export const SEAL = script('seal');
export const ANNOUNCE = script('announce', 'generation');
export const DROP_BLOB = script('drop-blob');

/** So that the first requests do not all send the text. Where a server loses them, they are sent again one by one. */
export async function loadScripts(masters: readonly Redis[]): Promise<void> {
  for (const master of masters) {
    for (const { text } of [TAKE, REFUND]) await master.script('LOAD', text);
  }
}
