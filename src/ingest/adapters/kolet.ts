/**
 * Kolet's public catalogue: one JSON document. Prices are cents. The USD figure was 1 on every plan once, so only the
 * EUR price is read: a price that is known to be false is no price.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, type Draft, FeedError } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { composeName, needAmount } from '../parse/data.ts';
import { MINOR, needPrice } from '../parse/money.ts';
import { needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  fillLink,
  isRecord,
  type JsonObject,
  listOf,
  needRecord,
  needText,
  own,
  readObjects,
  refuse,
  textOrNull,
} from '../parse/value.ts';
import { fetchWhole, LinkTemplate, Url } from './common.ts';

const Options = Type.Object(
  {
    url: Url('The catalogue.'),
    link: LinkTemplate('{id} and {zone}'),
    zones: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Codes of regional zones and the places that they stand for: {"EUR": ["FR", "DE"]}.',
      }),
    ),
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

function readPlan(row: JsonObject, { link, zones }: Options): Draft {
  const zone = needRecord(own(row, 'zone'));
  const code = needText(own(zone, 'code'), 'zone code');
  const data = needAmount(own(row, 'allowanceInMb'), 'MB', 1000);
  const days = needDays(own(row, 'durationInDays'));
  const externalId = textOrNull(own(row, 'id')) ?? `${code}-${data.amount}-${days}`;
  if (own(zone, 'enabled') === false) refuse('out_of_stock', 'Its zone is switched off.');
  const covered = zones !== undefined && Object.hasOwn(zones, code) ? zones[code] : undefined;
  const listed = listOf(own(zone, 'countries'));
  return {
    externalId,
    name: composeName(textOrNull(own(zone, 'label')) ?? code, data, false, days),
    places: needPlaces(covered ?? (listed.length > 0 ? listed : [code])),
    model: 'total',
    data,
    days,
    prices: needPrice(own(row, 'priceInCentsEUR'), 'EUR', MINOR),
    basis: 'retail',
    link: fillLink(link, (name) => (name === 'id' ? externalId : name === 'zone' ? code : null)),
  };
}

export const kolet: Adapter = {
  id: 'kolet',
  credentials: [],
  options: Options,
  fetch: (context) => fetchWhole(context, { url: (context.options as Options).url }),
  *parse(page, options) {
    const document = jsonOf(page);
    if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `plans`.');
    const rows = needRows(own(document, 'plans'), '`plans`', ['allowanceInMb']);
    yield* readObjects(page, rows, ['id'], (row) => readPlan(row, options as Options));
  },
};
