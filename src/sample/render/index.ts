import type { SampleFormat } from '../formats.ts';
import { airalo } from './airalo.ts';
import { alosim } from './alosim.ts';
import { esimaccess } from './esimaccess.ts';
import { esimdb } from './esimdb.ts';
import { genericCsv, genericJson } from './generic.ts';
import { mobimatter } from './mobimatter.ts';
import { awin, googlemerchant, impact } from './products.ts';
import type { Renderer } from './renderer.ts';
import { saily } from './saily.ts';
import { yesim } from './yesim.ts';

export const RENDERERS: Readonly<Record<SampleFormat, Renderer>> = {
  esimdb,
  'generic-csv': genericCsv,
  'generic-json': genericJson,
  yesim,
  airalo,
  alosim,
  saily,
  googlemerchant,
  awin,
  impact,
  esimaccess,
  mobimatter,
};
