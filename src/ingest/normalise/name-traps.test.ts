/** Names as sellers write them in twelve languages, half of them with a trap, and how each row is read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import { pageFrom, parseAll } from '../testing/adapters.ts';
import { settings } from '../testing/plans.ts';
import rows from './name-traps.json' with { type: 'json' };
import { normalise } from './normalise.ts';

const generic = ADAPTERS['generic']!;

const EUROPE = ['CH', 'DE', 'ES', 'FR', 'GB', 'IT', 'TR'];
const EUROPE_NAMES = ['Europe', 'Europa', 'Avrupa', 'ヨーロッパ', '유럽', '歐洲', 'ยุโรป', 'châu Âu'];

const OPTIONS = {
  url: 'https://feed.example/',
  format: 'json',
  basis: 'retail',
  id: 'id',
  columns: { name: 'name', places: 'places', data: 'data', days: 'days' },
  constants: { price: '9', currency: 'USD' },
  regions: Object.fromEntries(EUROPE_NAMES.map((name) => [name, EUROPE])),
  link: 'https://shop.example/{id}',
};

/** A plan in one line: "per_day 2 GB, 5 days, KR, throttle 384, hotspot, no identityCheck, on SK Telecom". */
async function readingOf(name: string, places: string, data: string, days: string): Promise<string> {
  const body = JSON.stringify([{ id: '1', name, places, data, days, price: '9' }]);
  // Names of regions with exclusions have one list of countries, which no product of such a title has.
  const products = !places.startsWith('AR,');
  const [row] = await parseAll(generic, pageFrom(body), { ...OPTIONS, products });
  assert.ok(row !== undefined, name);
  const read = row.ok ? normalise(row.draft, settings()) : row;
  if (!read.ok) return read.reason;
  const { allowance, validity, coverage, facts } = read.plan;
  const bytes = allowance.bytes ?? allowance.fullSpeedBytesPerDay;
  const stated = (['hotspot', 'identityCheck', 'calls', 'sms'] as const).flatMap((fact) =>
    facts[fact] === null ? [] : [facts[fact] ? fact : `no ${fact}`],
  );
  return [
    bytes === null ? allowance.model : `${allowance.model} ${bytes / 1e9} GB`,
    `${validity.days} days`,
    coverage.destinations.join(' '),
    ...(allowance.afterCap === 'unknown'
      ? []
      : [`${allowance.afterCap} ${allowance.throttleKbps ?? ''}`.trim()]),
    ...(allowance.uncapped === true ? ['uncapped'] : []),
    ...stated,
    ...Object.values(coverage.networks).flatMap((networks) => networks.map(({ name: one }) => `on ${one}`)),
  ].join(', ');
}

for (const [language, cases] of Object.entries(rows))
  test(`names with traps are read as a customer reads them: ${language}`, async () => {
    for (const [name = '', places = '', data = '', days = '', expected = ''] of cases)
      assert.equal(await readingOf(name, places, data, days), expected, name);
  });
