/** Every feed format of the sample market by its name. */
import { airalo } from './airalo.ts';
import { esimaccess } from './esimaccess.ts';
import { esimdb } from './esimdb.ts';
import type { FeedFormat } from './feed-format.ts';
import { genericCsv, genericJson } from './generic.ts';

export const FEED_FORMATS = {
  esimdb,
  'generic-csv': genericCsv,
  'generic-json': genericJson,
  airalo,
  esimaccess,
} satisfies Record<string, FeedFormat>;
