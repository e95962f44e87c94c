/** The Lua scripts that run inside Redis: one file for each step that must be atomic. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Script {
  readonly text: string;
  readonly sha1: string;
}

function script(name: string): Script {
  const text = readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8');
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

export const TAKE = script('take');
export const REFUND = script('refund');
/** Reads the epoch of the counts, or starts a new one. */
export const JOIN_EPOCH = script('epoch');
export const LEASE_RENEW = script('lease-renew');
export const LEASE_RELEASE = script('lease-release');
export const TOUCH_BLOB = script('touch-blob');
export const ANNOUNCE = script('announce');
export const PRUNE = script('prune');
export const ADD_CLICKS = script('add-clicks');
