/** Examples for the documentation: a market with one plan, serialised by the functions that serve requests. */
import { readFileSync } from 'node:fs';
import { createCatalogue, type Market } from '../catalogue/catalogue.ts';
import { isoTime } from '../domain/calendar.ts';
import { eachFact } from '../domain/facts.ts';
import { inSteps } from '../domain/in-steps.ts';
import { PhoneSearch } from '../reference/phone-search.ts';
import type { NotesFile, PhonesFile } from '../reference/schema.ts';
import { attributionOf } from './attribution.ts';
import { serialiseComparison, withoutVariants } from './comparison.ts';
import { serialiseCountries } from './countries.ts';
import exampleFacts from './example-facts.json' with { type: 'json' };
import { phoneOnWire } from './facts.ts';
import { serialiseHealth } from './health.ts';
import type { Phones } from './schemas/lists.ts';

const NOW = Date.parse('2026-11-15T02:00:00Z');
const MINUTE_MS = 60_000;

export const EXAMPLE_IDENTITY = { serviceName: 'Eşim', baseUrl: 'https://esim.example' } as const;

/** Times are text in the file. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const MARKET = JSON.parse(
  readFileSync(new URL('example-market.json', import.meta.url), 'utf8'),
  (_, value: unknown) => (typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : value),
) as Market;

/** A fact that the file leaves out is not stated. */
const withAllFacts = ({ plan, observation }: Market['plans'][number]): Market['plans'][number] => ({
  plan: { ...plan, facts: eachFact((name) => plan.facts[name] ?? null) },
  observation,
});

const FACTS = exampleFacts as { readonly notes: NotesFile; readonly phones: PhonesFile };

/** Only the documentation needs the examples, so a start does not wait for them. */
export const examples = inSteps(function* () {
  const catalogue = {
    ...createCatalogue({ ...MARKET, plans: MARKET.plans.map(withAllFacts) }),
    // A fixed version, so that the documentation does not change with the example market.
    version: '6f1c0d52e8a94b37',
  };
  yield;
  const comparison = serialiseComparison(
    catalogue,
    { country: 'TR', days: 7, need: 'normal' },
    { identity: EXAMPLE_IDENTITY, now: NOW, freshUntil: NOW + 15 * MINUTE_MS, notes: FACTS.notes },
  );
  yield;
  const phones: Phones = {
    attribution: attributionOf(EXAMPLE_IDENTITY.serviceName, EXAMPLE_IDENTITY.baseUrl),
    phone: phoneOnWire(new PhoneSearch(FACTS.phones), 'iphone 13'),
    notices: [],
    fresh_until: isoTime(NOW + 60 * MINUTE_MS),
  };
  const health = (now: number) =>
    serialiseHealth(
      catalogue,
      { working: true, kind: 'embedded', state: 'ok' },
      { serviceName: EXAMPLE_IDENTITY.serviceName, version: '1.0.0', now },
    );
  return {
    comparison: withoutVariants(comparison),
    countries: serialiseCountries(catalogue, EXAMPLE_IDENTITY, NOW + 60 * MINUTE_MS),
    phones,
    health: health(NOW),
    /** A week without a read. */
    failingHealth: health(NOW + 8 * 24 * 60 * MINUTE_MS),
  };
});
