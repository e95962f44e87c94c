/**
 * eSIM Go's catalogue, version 2.5. Data is MB at 1,000 a GB, −1 is unlimited. Every price is wholesale, so nothing
 * of this feed is served. Its own meaning of "CYP" (Northern Cyprus) is known to the table of places.
 */

import Type, { type Static } from 'typebox';
import { bestGeneration, needPlaces } from '../parse/coverages.ts';
import { needAmount } from '../parse/data.ts';
import { needDays } from '../parse/days.ts';
import { needPrice } from '../parse/money.ts';
import { type Fields, fillLink } from '../parse/value.ts';
import { type Draft, FeedError } from '../types.ts';
import {
  closed,
  documentOf,
  fetchPages,
  jsonAdapter,
  LinkTemplate,
  PageSize,
  rowsUnder,
  Url,
  withQuery,
} from './shared/frame.ts';

const Options = closed({
  url: Url('The catalogue.'),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: "The organisation's currency." }),
  link: Type.Optional(LinkTemplate('{id}')),
  pageSize: PageSize(1000, 500),
});

function readPlan(row: Fields, { currency, link = '' }: Static<typeof Options>): Draft {
  const externalId = row.needText('name');
  const unlimited = row.at('unlimited') === true || row.number('dataAmount') === -1;
  return {
    externalId,
    name: row.text('description') ?? externalId,
    places: needPlaces(row.records('countries').map((country) => country.at('iso'))),
    generation: bestGeneration(row.at('speed')),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : needAmount(row.at('dataAmount'), 'MB', 1000),
    days: needDays(row.at('duration')),
    starts: row.at('autostart') === true ? 'first_use' : 'unknown',
    prices: needPrice(row.at('price'), currency),
    basis: 'wholesale',
    link: fillLink(link, { id: externalId }),
  };
}

export const esimgo = jsonAdapter({
  id: 'esimgo',
  credentials: ['api_key'],
  options: Options,
  fetch(context, { url: catalogue, pageSize = 500 }) {
    const headers = { 'x-api-key': context.credential('api_key'), accept: 'application/json' };
    const addressOf = (page: number) => withQuery(catalogue, { page, perPage: pageSize });
    const ask = (url: string) => context.request({ url, headers });
    return fetchPages(ask, addressOf(1), (page) => {
      const last = documentOf(page, 'bundles').number('pageCount');
      if (last === null) throw new FeedError('The feed has changed: it states no pageCount.');
      return page.number >= last ? null : addressOf(page.number + 1);
    });
  },
  rows: rowsUnder('bundles', 'dataAmount'),
  idOf: (row) => row.text('name'),
  reader: (options) => (row) => readPlan(row, options),
});
