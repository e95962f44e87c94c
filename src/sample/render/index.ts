/**
 * The folder: the invented offers in the words of real feed formats. It imports `domain/`. Pure, and may be called at
 * any time.
 */
import type { SampleFormat } from '../formats.ts';
import { airalo, esimaccess, mobimatter } from './partners.ts';
import type { Renderer } from './renderer.ts';
import { alosim, esimdb, saily, yesim } from './shops.ts';
import { awin, genericCsv, genericJson, googlemerchant, impact } from './tables.ts';

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
