/** Invented mobile networks, three to a country, always the same ones. */
import type { CountryCode, Generation, Network } from '../domain/plan.ts';
import { hash32 } from './random.ts';

const STEMS = [
  'Telora',
  'Vantelo',
  'Mobiro',
  'Celvia',
  'Astrafon',
  'Norvika',
  'Zephyra',
  'Lumitel',
  'Orbifon',
  'Kestrelo',
  'Tavira',
  'Solcel',
  'Brivo',
  'Halcyra',
  'Montelo',
  'Pulsara',
  'Verdacel',
  'Ondara',
  'Quantelo',
  'Fjordafon',
] as const;

/** How many networks a country has at most in the sample. */
const NETWORKS_PER_COUNTRY = 3;

const cache = new Map<string, readonly Network[]>();

/** The first `count` networks of a country; the second and later ones are a generation behind half of the time. */
export function networksOf(code: CountryCode, count: number, best: Generation): readonly Network[] {
  const key = `${code}${count}${best}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const start = hash32(`network ${code}`);
  const networks = Array.from({ length: Math.min(count, NETWORKS_PER_COUNTRY) }, (_, i) => ({
    name: `${STEMS[(start + i * 7) % STEMS.length]} ${code}`,
    generation: i > 0 && best === '5G' && (start + i) % 2 === 0 ? ('4G' as const) : best,
  }));
  cache.set(key, networks);
  return networks;
}
