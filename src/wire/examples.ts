/** Examples for the documentation: a market with one plan, serialised by the functions that serve requests. */
import { createCatalogue, type Market } from '../catalogue/catalogue.ts';
import { serialiseComparison, withoutVariants } from './comparison.ts';
import { serialiseCountries, serialiseHealth } from './lists.ts';

const NOW = Date.parse('2026-11-15T02:00:00Z');
const MINUTE_MS = 60_000;
const OBSERVED_AT = NOW - 90 * MINUTE_MS;

export const EXAMPLE_IDENTITY = { serviceName: 'Eşim', baseUrl: 'https://esim.example' } as const;

const MARKET: Market = {
  plans: [
    {
      id: 'tr-10gb-30d',
      provider: 'nomadica',
      source: 'nomadica',
      externalId: 'tr-10gb-30d',
      name: 'Türkiye 10 GB / 30 days',
      named: [{ country: 'TR', part: null }],
      coverage: {
        scope: 'country',
        destinations: ['TR'],
        exclusions: [],
        networks: { TR: [{ name: 'Anadolu Mobil', generation: '5G' }] },
        generation: '5G',
        breakout: 'local',
        exits: ['TR'],
        roaming: null,
      },
      allowance: {
        model: 'total',
        bytes: 10_000_000_000,
        periodDays: null,
        afterCap: 'stop',
        throttleKbps: null,
        fullSpeedBytesPerDay: null,
        uncapped: null,
        reset: 'unknown',
        maxKbps: null,
      },
      validity: { days: 30, starts: 'first_use', installWithinDays: null, soldPerDay: false },
      price: {
        minor: 1_400,
        currency: 'USD',
        basis: 'retail',
        tax: 'included',
        usdCents: 1_400,
        rate: null,
        rateDate: null,
        promoUsdCents: null,
      },
      facts: {
        hotspot: true,
        identityCheck: null,
        topUp: true,
        phoneNumber: false,
        newCustomersOnly: false,
        ads: null,
        inStock: true,
      },
      link: 'https://nomadica.example/tr-10gb-30d',
    },
  ],
  observations: [
    {
      observedAt: OBSERVED_AT,
      sourceUpdatedAt: null,
      firstSeenAt: OBSERVED_AT,
      priceChangedAt: null,
      lowestCents: 1_400,
      highestCents: 1_400,
    },
  ],
  coupons: [
    {
      id: 'trip10',
      provider: 'nomadica',
      code: 'TRIP10',
      discount: { kind: 'percent', basisPoints: 1_000 },
      audience: 'everyone',
      use: 'every_order',
      minimumSpendUsdCents: null,
      maximumDiscountUsdCents: null,
      countries: null,
      plans: null,
      validFrom: null,
      validUntil: Date.parse('2027-01-01T00:00:00Z'),
      verifiedAt: Date.parse('2026-11-14T06:00:00Z'),
    },
  ],
  providers: [{ id: 'nomadica', name: 'Nomadica', homepage: 'https://nomadica.example', brand: 'nomadica' }],
  sources: [{ id: 'nomadica', status: 'ok', lastSuccess: OBSERVED_AT, plans: 1 }],
  sample: false,
};

const catalogue = { ...createCatalogue(MARKET), version: '6f1c0d52e8a94b37' };
const health = (now: number) =>
  serialiseHealth(
    catalogue,
    { working: true, kind: 'embedded', state: 'ok' },
    { serviceName: EXAMPLE_IDENTITY.serviceName, version: '1.0.0', now },
  );
const comparison = () =>
  withoutVariants(
    serialiseComparison(
      catalogue,
      { country: 'TR', days: 7, need: 'normal' },
      { identity: EXAMPLE_IDENTITY, now: NOW, freshUntil: NOW + 15 * MINUTE_MS },
    ),
  );

export const EXAMPLES = {
  comparison: comparison(),
  countries: serialiseCountries(catalogue, EXAMPLE_IDENTITY, NOW + 60 * MINUTE_MS),
  health: health(NOW),
  /** A week without a read. */
  failingHealth: health(NOW + 8 * 24 * 60 * MINUTE_MS),
};
