/**
 * eSIM Go's catalogue, version 2.5. Data is MB at 1,000 a GB, −1 is unlimited. Every price is wholesale, so nothing
 * of this feed is served. Its own meaning of "CYP" (Northern Cyprus) is known to the table of places.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, type Draft, FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needAmount } from '../parse/data.ts';
import { needPrice } from '../parse/money.ts';
import { bestGeneration, needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  fillLink,
  isRecord,
  type JsonObject,
  needText,
  numberOrNull,
  own,
  readObjects,
  recordsOf,
  textOrNull,
} from '../parse/value.ts';
import { LinkTemplate, needOk, PAGES_MAX, pageOf, Url, withQuery } from './common.ts';

const Options = Type.Object(
  {
    url: Url('The catalogue.'),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: "The organisation's currency." }),
    link: Type.Optional(LinkTemplate('{id}')),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 500 })),
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

function readPlan(row: JsonObject, options: Options): Draft {
  const externalId = needText(own(row, 'name'), 'name');
  const unlimited = own(row, 'unlimited') === true || numberOrNull(own(row, 'dataAmount')) === -1;
  return {
    externalId,
    name: textOrNull(own(row, 'description')) ?? externalId,
    places: needPlaces(recordsOf(own(row, 'countries')).map((country) => own(country, 'iso'))),
    generation: bestGeneration(own(row, 'speed')),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : needAmount(own(row, 'dataAmount'), 'MB', 1000),
    days: needDays(own(row, 'duration')),
    starts: own(row, 'autostart') === true ? 'first_use' : 'unknown',
    prices: needPrice(own(row, 'price'), options.currency),
    basis: 'wholesale',
    link: fillLink(options.link ?? '', (name) => (name === 'id' ? externalId : null)),
  };
}

function documentOf(page: FeedPage): JsonObject {
  const document = jsonOf(page);
  if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `bundles`.');
  return document;
}

async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
  const options = context.options as Options;
  const headers = { 'x-api-key': context.credential('api_key'), accept: 'application/json' };
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const url = withQuery(options.url, { page: number, perPage: options.pageSize ?? 500 });
    const page = pageOf(number, needOk(await context.request({ url, headers }), `Page ${number}`));
    yield page;
    const last = numberOrNull(own(documentOf(page), 'pageCount'));
    if (last === null) throw new FeedError('The feed has changed: it states no pageCount.');
    if (number >= last) return;
  }
  throw new FeedError(`The feed has more than ${PAGES_MAX} pages.`);
}

export const esimgo: Adapter = {
  id: 'esimgo',
  credentials: ['api_key'],
  options: Options,
  fetch: fetchPages,
  *parse(page, options) {
    const rows = needRows(own(documentOf(page), 'bundles'), '`bundles`', ['dataAmount']);
    yield* readObjects(page, rows, ['name'], (row) => readPlan(row, options as Options));
  },
};
