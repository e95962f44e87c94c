/**
 * The folder: one adapter for each feed format, from bytes to drafts in the feed's own words. This is every format by
 * its word in `sources.json`: a new one is one file and one line here. It imports `domain/`. Pure, and may be called at
 * any time.
 */

import { airalo } from '../adapters/airalo.ts';
import { alosim } from '../adapters/alosim.ts';
import { awin } from '../adapters/awin.ts';
import { cj } from '../adapters/cj.ts';
import { esimaccess } from '../adapters/esimaccess.ts';
import { esimdb } from '../adapters/esimdb.ts';
import { esimgo } from '../adapters/esimgo.ts';
import { generic } from '../adapters/generic.ts';
import { googlemerchant } from '../adapters/googlemerchant.ts';
import { impact } from '../adapters/impact.ts';
import { kolet } from '../adapters/kolet.ts';
import { maya } from '../adapters/maya.ts';
import { mobimatter } from '../adapters/mobimatter.ts';
import { saily } from '../adapters/saily.ts';
import { yesim } from '../adapters/yesim.ts';
import { zendit } from '../adapters/zendit.ts';
import type { Adapter } from '../types.ts';

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
