/**
 * Kolet's public catalogue: one JSON document. Prices are cents. The USD figure was 1 on every plan once, so only the
 * EUR price is read: a price that is known to be false is no price.
 */

import Type, { type Static } from 'typebox';
import { needPlaces } from '../parse/coverages.ts';
import { composeName, needAmount } from '../parse/data.ts';
import { needDays } from '../parse/days.ts';
import { MINOR, needPrice } from '../parse/money.ts';
import { type Fields, fillLink, needFields, reject } from '../parse/value.ts';
import type { Draft } from '../types.ts';
import { closed, jsonAdapter, LinkTemplate, rowsUnder, Url } from './shared/frame.ts';

const Options = closed({
  url: Url('The catalogue.'),
  link: LinkTemplate('{id} and {zone}'),
  zones: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Codes of regional zones and the places that they stand for: {"EUR": ["FR", "DE"]}.',
    }),
  ),
});

function readPlan(row: Fields, { link, zones }: Static<typeof Options>): Draft {
  const zone = needFields(row.at('zone'));
  const code = zone.needText('code', 'zone code');
  const data = needAmount(row.at('allowanceInMb'), 'MB', 1000);
  const days = needDays(row.at('durationInDays'));
  const externalId = row.text('id') ?? `${code}-${data.amount}-${days}`;
  if (zone.at('enabled') === false) reject('out_of_stock', 'Its zone is switched off.');
  const covered = zones !== undefined && Object.hasOwn(zones, code) ? zones[code] : undefined;
  const listed = zone.list('countries');
  return {
    externalId,
    name: composeName(zone.text('label') ?? code, data, false, days),
    places: needPlaces(covered ?? (listed.length > 0 ? listed : [code])),
    model: 'total',
    data,
    days,
    prices: needPrice(row.at('priceInCentsEUR'), 'EUR', MINOR),
    basis: 'retail',
    link: fillLink(link, { id: externalId, zone: code }),
  };
}

export const kolet = jsonAdapter({
  id: 'kolet',
  options: Options,
  rows: rowsUnder('plans', 'allowanceInMb'),
  idOf: (row) => row.text('id'),
  reader: (options) => (row) => readPlan(row, options),
});
