/** The entry of a source for a built-in connector, with what an operator must fill in as placeholders. */
import type { Adapter } from '../adapter.ts';
import { variableFor } from '../config/check.ts';
import { trialOptions } from './propose.ts';

export interface NewSource {
  readonly note: string;
  readonly terms: string;
  readonly ask: readonly string[];
  /** The entry for the sources file. `note` tells the operator what to fill in: it is printed and stays in the file. */
  readonly source: { readonly id: string; readonly note: string };
  readonly provider: { readonly id: string };
}

/** `esim check` reports these placeholders as soon as the source is not paused. */
const FEED_HOST = 'https://YOUR-FEED-HOST.example';
const SHOP = 'https://YOUR-SHOP.example';
const MINUTE_MS = 60_000;
/** Between two requests, for a seller that publishes no limit. */
const PACE_MS = 500;

const CONFIDENCE = {
  high: 'The shape of the feed is known from the documentation of the seller or a recorded response.',
  medium: 'The shape of the feed is known from two independent clients. Check ten plans before you publish.',
  low: 'The shape of the feed is known from one source only. Check every field before you publish.',
};

/** `id` is the name of the source and of its provider. Returns null for an adapter that is no connector. */
export function sourceOfConnector(adapter: Adapter, id: string): NewSource | null {
  const { connector, credentials, options, requestsPerMinute } = adapter;
  if (connector === undefined) return null;
  const { title, about, confidence, path, linkPath = '/{id}', credentials: names = {}, map } = connector;
  const { basis } = map as { readonly basis: string };
  const variables = Object.fromEntries(credentials.map((role) => [role, variableFor(id, role)]));
  // A feed without a documented address may be a saved response.
  const isSaved = about.includes('`file:`');
  const url = isSaved ? 'file:YOUR_SAVED_RESPONSE.json' : `${FEED_HOST}${path ?? '/YOUR_PATH'}`;
  const needed = trialOptions({ options, connector });
  const filled = Object.fromEntries(
    Object.entries(needed).map(([name, value]) => [name, placeholderOf(name, value, linkPath)]),
  );
  const given = Object.keys(needed).filter((name) => name !== 'url');
  const roles = Object.entries(names).filter(([role]) => credentials.includes(role));
  return {
    note: `${title}. ${about}`,
    terms: `${CONFIDENCE[confidence]} Ask the seller whether you may show its prices.`,
    ask: [
      ...roles.map(([role, name]) => `${name}, for the variable ${variables[role]}`),
      isSaved ? 'a saved response of the feed' : 'the address of the feed',
      ...(given.includes('link')
        ? ['the form of the address of a plan in the shop, because the feed has no links']
        : []),
      ...(basis === 'wholesale'
        ? ['prices for travellers: the feed has partner prices, so no plan of it is published']
        : []),
      ...((map as { readonly products?: boolean }).products === true
        ? [
            'which countries its regions cover, for "regions", and whether it sells nothing but eSIMs ("goods": "esim")',
          ]
        : []),
    ],
    source: {
      id,
      ...({
        adapter: adapter.id,
        provider: id,
        paused: true,
        options: { ...filled, url },
        ...(credentials.length > 0 && { credentials: variables }),
        every: '6h',
        ...(requestsPerMinute !== undefined && {
          pace: `${Math.max(PACE_MS, Math.ceil(MINUTE_MS / requestsPerMinute))}ms`,
        }),
      } as object),
      note: `Replace the words that begin with YOUR${given.length > 0 ? `, check ${given.join(', ')}` : ''}${credentials.length > 0 ? ', set the variables' : ''}, write the shop into the provider file, then remove paused.`,
    },
    provider: {
      id,
      ...({ name: title, homepage: `${SHOP}/`, hosts: ['your-shop.example'] } as object),
    },
  };
}

function placeholderOf(name: string, value: unknown, linkPath: string): unknown {
  if (name === 'link') return `${SHOP}${linkPath}`;
  return name === 'tokenUrl' ? `${FEED_HOST}/YOUR_TOKEN_PATH` : value;
}
