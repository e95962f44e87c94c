/** Writes the options of a column map. An option that would have no effect is left out. */
import type { AdapterOptions } from '../../../adapter.ts';
import type { MapParts } from './parts.ts';

export function optionsFor(parts: MapParts): AdapterOptions {
  const { table, isProducts, fields, id, link, price, amounts, lengths, regions, sold, topUps, paging } =
    parts;
  const idPaths = id.columns.map(({ path }) => path);
  const constants = constantsOf(parts);
  return {
    url: 'https://feed.example/',
    ...table.options,
    ...(paging !== null && { paging }),
    basis: price.basis,
    ...(isProducts && { products: true }),
    id: idPaths.length === 1 ? idPaths[0] : idPaths,
    columns: fields,
    ...(price.pathsByCurrency !== null && { prices: price.pathsByCurrency }),
    ...(isFilled(constants) && { constants }),
    ...(amounts?.isBinary === true && { base: 1024 }),
    ...(lengths?.areHours === true && { daysUnit: 'hours' }),
    ...(price.scale !== null && { priceScale: price.scale }),
    ...(amounts !== null && amounts.unlimited.length > 0 && { unlimitedValues: amounts.unlimited }),
    ...(isFilled(regions) && { regions }),
    ...(sold !== null && { keep: [sold] }),
    ...(topUps !== null && { refuse: [{ ...topUps, reason: 'top_up' }] }),
    ...(link === undefined && { link: 'https://shop.example/{id}' }),
  };
}

const constantsOf = ({ currency, amounts }: MapParts) => ({
  ...(currency !== null && { currency: currency.code }),
  ...(amounts !== null && amounts.assumedUnit !== null && { dataUnit: amounts.assumedUnit }),
});

const isFilled = (record: object): boolean => Object.keys(record).length > 0;
