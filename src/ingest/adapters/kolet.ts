/**
 * Kolet's public catalogue: one JSON document with prices in cents. Only the EUR price is read, because a catalogue
 * had the USD price 1 for every plan.
 */
import Type, { type Static } from 'typebox';
import type { Draft } from '../draft.ts';
import { needPlaces } from '../parse/coverages.ts';
import { DECIMAL } from '../parse/data.ts';
import { type Fields, needFields } from '../parse/fields.ts';
import { IN_CENTS } from '../parse/money.ts';
import { fillLink, reject } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

const Options = frame.closed({
  url: frame.Url('The catalogue.'),
  link: frame.LinkTemplate('{id} and {zone}'),
  zones: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Codes of regional zones and the places that they stand for: {"EUR": ["FR", "DE"]}.',
    }),
  ),
});

function readPlan(row: Fields, { link, zones }: Static<typeof Options>): Draft {
  const zone = needFields(row.at('zone'));
  const code = zone.needText('code', 'zone code');
  const data = row.amount('allowanceInMb', 'MB', DECIMAL);
  const days = row.days('durationInDays');
  // A row without an id gets one from the amount as the feed states it, so that it stays if we read amounts otherwise.
  const externalId = row.text('id') ?? `${code}-${row.number('allowanceInMb')}-${days}`;
  if (zone.at('enabled') === false) reject('out_of_stock', 'Its zone is disabled.');
  const covered = zones !== undefined && Object.hasOwn(zones, code) ? zones[code] : undefined;
  const listed = zone.list('countries');
  return {
    externalId,
    name: null,
    placeName: zone.text('label'),
    places: needPlaces(covered ?? (listed.length > 0 ? listed : [code])),
    model: 'total',
    data,
    days,
    prices: row.price('priceInCentsEUR', 'EUR', IN_CENTS),
    basis: 'retail',
    link: fillLink(link, { id: externalId, zone: code }),
  };
}

export default frame.jsonAdapter({
  options: Options,
  currencies: () => ['EUR'],
  rows: { key: 'plans', expectedField: 'allowanceInMb' },
  id: 'id',
  read: readPlan,
});
