/**
 * Reads European plans of recorded feeds. They are in the folder `shared` next to the project and not part of it. The
 * recording lost the lists of countries ("42 items"), so every plan is assumed to work everywhere in Europe.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '../../src/domain/testing/builders.ts';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { createPlaceResolver } from '../../src/ingest/parse/places.ts';
import { pageFrom, parseAll } from '../../src/ingest/testing/adapters.ts';
import { normaliser } from '../../src/ingest/testing/plans.ts';

export const SHARED_FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared');
const FILE = join(SHARED_FOLDER, 'data', 'esimdb', 'esimdb_europe_api_full_dump.csv');
export const hasSharedPlans = (): boolean => existsSync(FILE);
/** For the `skip` of a test. */
export const whyNoSharedPlans = (): string | false =>
  !hasSharedPlans() && 'the folder with them is not there';

export const EUROPE = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'GR', 'IT', 'NL', 'PL', 'PT'];

const COLUMNS = {
  name: 'enName',
  data: 'capacity',
  dataPer: 'dataCapPer',
  fairUse: 'capacity_info',
  throttleKbps: 'reducedSpeed',
  maxKbps: 'speedLimit',
  days: 'period',
  starts: 'validity_info',
  hotspot: 'tethering',
  identityCheck: 'eKYC',
  topUp: 'canTopUp',
  phoneNumber: 'phone_number',
  newCustomersOnly: 'newUserOnly',
  ads: 'hasAds',
  price: 'usdPrice',
};

/** Reads the file like a feed, and gives each plan the provider and the id of its row. */
export async function sharedPlans(now: number): Promise<Listing[]> {
  const text = readFileSync(FILE, 'utf8');
  const options = {
    url: 'https://feed.example/',
    format: 'csv',
    basis: 'retail',
    id: ['provider', '_id'],
    columns: COLUMNS,
    constants: { places: EUROPE, dataUnit: 'MB', currency: 'USD' },
    link: 'https://shop.example/{id}',
    unlimitedValues: ['0'],
    noExpiryValues: ['0'],
  };
  const normalise = normaliser({
    source: 'sample',
    provider: 'sample',
    hosts: ['shop.example'],
    resolvePlace: createPlaceResolver(),
    rates: { table: { date: '2026-10-01', usdFor: new Map() }, problem: null },
    now,
  });
  const parsed = await parseAll(ADAPTERS['generic']!, pageFrom(text), options);
  return parsed.flatMap((row) => {
    const read = row.ok ? normalise(row.draft) : null;
    if (!read?.ok) return [];
    // The adapter joins the two columns of `id` by "-". No recorded provider has one in its name.
    const [provider, id] = read.plan.externalId.split('-');
    return [{ plan: { ...read.plan, provider: provider!, id: id! }, observedAt: now }];
  });
}
