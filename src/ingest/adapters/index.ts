/**
 * The folder: one adapter for each feed format, from bytes to drafts in the feed's own words. This is every format by
 * its word in `sources.json`: a new one is one file and one line here. It imports `domain/`. Pure, and may be called at
 * any time.
 */
import type { Adapter } from '../adapter.ts';
import { airalo } from './airalo.ts';
import { alosim } from './alosim.ts';
import { awin } from './awin.ts';
import { cj } from './cj.ts';
import { esimaccess } from './esimaccess.ts';
import { esimdb } from './esimdb.ts';
import { esimgo } from './esimgo.ts';
import { generic } from './generic.ts';
import { googlemerchant } from './googlemerchant.ts';
import { impact } from './impact.ts';
import { kolet } from './kolet.ts';
import { maya } from './maya.ts';
import { mobimatter } from './mobimatter.ts';
import { saily } from './saily.ts';
import { yesim } from './yesim.ts';
import { zendit } from './zendit.ts';

export const ADAPTERS: Readonly<Record<string, Adapter>> = {
  airalo,
  alosim,
  awin,
  cj,
  esimaccess,
  esimdb,
  esimgo,
  generic,
  googlemerchant,
  impact,
  kolet,
  maya,
  mobimatter,
  saily,
  yesim,
  zendit,
};
