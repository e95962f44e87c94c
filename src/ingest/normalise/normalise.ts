/** One draft to one canonical plan, or to a refusal with its reason. Nothing here looks at other rows. */
import type { Allowance, Facts, Plan, Validity } from '../../domain/plan.ts';
import { toBytes } from '../parse/data.ts';
import { isNorthernCyprus, type Place } from '../parse/places.ts';
import { operatorsIn, wordsOf } from '../parse/plan-name.ts';
import { cleanName, cleanText } from '../parse/text.ts';
import { remembered } from '../parse/value.ts';
import { type Draft, FACT_NAMES, type Refused, refused } from '../types.ts';
import { DRAFT_CHECKS, firstFinding, oddPrice, PLAN_CHECKS } from './checks.ts';
import { createCoverageReader } from './coverage.ts';
import { checkLink, createTracker, planId } from './link.ts';
import { meaningOf } from './name-check.ts';
import { createNamedPlacesReader } from './named-places.ts';
import type { Overrides } from './overrides.ts';
import { createPriceReader, type RunRates } from './price.ts';
import type { RowProvider } from './row-providers.ts';

export interface NormaliseSettings {
  readonly source: string;
  readonly provider: string;
  /** Hosts that links may lead to. */
  readonly hosts: readonly string[];
  /** In a source of many providers: whose plan a row is, in place of the two above. */
  readonly providerOf?: (draft: Draft) => RowProvider | Refused;
  /** What the operator corrects by hand. */
  readonly correct?: Overrides['correct'];
  /** What links are put into, where the feed's own are not tracked. */
  readonly trackingLink?: string | null;
  readonly resolvePlace: (text: string) => Place;
  readonly rates: RunRates;
  readonly currencyPreference?: readonly string[];
  /** True where a text holds one of the source's own credentials, which no catalogue may. */
  readonly leaks?: (text: string) => boolean;
  readonly now: number;
}

/** A plan on its way through the checks, with what they need and the catalogue does not. */
export interface Candidate {
  readonly ok: true;
  readonly plan: Plan;
  readonly sourceUpdatedAt: number | null;
  /** When the offer ends by itself, so that an unchanged feed is read again by then. */
  readonly expiresAt: number | null;
  readonly coverageId: number;
  readonly droppedPlaces: number;
  /** Why no plan can cost that; a last good price may still stay in its place. */
  readonly impossiblePrice: string | null;
}

const EXTERNAL_ID_MAX = 200;
/** No network gives a telephone 10 Gbps; a higher figure is a fault and is not shown. */
const KBPS_MAX = 10_000_000;
/** Ten years: shops write it for "whenever you like". */
const INSTALL_DAYS_MAX = 3650;
const CLOCK_SKEW_MAX_MS = 86_400_000;

export function createNormaliser(settings: NormaliseSettings): (draft: Draft) => Candidate | Refused {
  const { source, providerOf, leaks, now } = settings;
  const only: RowProvider = { ok: true, id: settings.provider, hosts: settings.hosts };
  const track = createTracker(settings.trackingLink ?? null);
  const readCoverage = createCoverageReader(settings.resolvePlace, leaks);
  const readNamed = createNamedPlacesReader();
  const readFacts = createFactsReader();
  // Feeds date many rows alike, and reading a date costs more than reading a price.
  const readInstant = remembered(instantOf);
  const readPrice = createPriceReader(settings.rates, settings.currencyPreference);
  return (written) => {
    const owner = providerOf === undefined ? only : providerOf(written);
    if (!owner.ok) return owner;
    const provider = owner.id;
    // Two shops may use one id, and a source's notes know plans by their id alone.
    const id = planId(providerOf === undefined ? written.externalId : `${provider}-${written.externalId}`);
    const read = settings.correct === undefined ? written : settings.correct(provider, id, written);
    if ('ok' in read) return read;
    const early = firstFinding(DRAFT_CHECKS, read, now);
    if (early !== null) return early;
    const externalId = cleanText(read.externalId, EXTERNAL_ID_MAX);
    if (externalId === '') return refused('missing_field', 'the row has no id');
    const name = cleanName(read.name);
    if (name === '') return refused('missing_field', 'the row has no name');
    const words = wordsOf(name);
    const meant = meaningOf(read, name, words);
    if ('ok' in meant) return meant;
    const draft = withOperators(meant, name, settings.resolvePlace);
    const covered = readCoverage(draft);
    if (!covered.ok) return covered;
    if (isSoldUnderANeighbour(name, covered.coverage.destinations))
      return refused('unknown_place', 'its name says Northern Cyprus, its places are a neighbour');
    const priced = readPrice(draft);
    if (!priced.ok) return priced;
    const own = checkLink(draft.link, owner.hosts);
    const link = own.ok ? track(own, externalId, provider) : own;
    if (!link.ok) return refused('bad_link', link.detail);
    if (leaks !== undefined && (leaks(link.href) || leaks(name) || leaks(externalId)))
      return refused('bad_link', 'the row holds one of our credentials');
    const plan: Plan = {
      id,
      provider,
      source,
      externalId,
      name,
      named: readNamed(words, draft.places, covered.coverage.destinations),
      coverage: covered.coverage,
      allowance: readAllowance(draft),
      validity: readValidity(draft),
      price: priced.price,
      facts: readFacts(draft),
      link: link.href,
    };
    const late = firstFinding(PLAN_CHECKS, plan, now);
    if (late !== null) return late;
    const updatedAt = draft.updatedAt == null ? null : readInstant(draft.updatedAt);
    return {
      ok: true,
      plan,
      sourceUpdatedAt: updatedAt !== null && updatedAt <= now + CLOCK_SKEW_MAX_MS ? updatedAt : null,
      expiresAt: draft.expiresAt == null ? null : readInstant(draft.expiresAt),
      coverageId: covered.id,
      droppedPlaces: covered.droppedPlaces,
      impossiblePrice: oddPrice(plan),
    };
  };
}

/** A feed that names no network may name one in the plan's name: "Verizon 5G". Only where the plan has one place. */
function withOperators(draft: Draft, name: string, resolve: (text: string) => Place): Draft {
  const [place, ...others] = draft.places;
  if (place === undefined || others.length > 0 || (draft.networks?.length ?? 0) > 0) return draft;
  const names = operatorsIn(name, resolve(place));
  if (names.length === 0) return draft;
  return { ...draft, networks: names.map((network) => ({ place, name: network, generations: [] })) };
}

/** Northern Cyprus has no code, so feeds sell it under Türkiye's or Cyprus's, where its plans do not work. */
function isSoldUnderANeighbour(name: string, destinations: readonly string[]): boolean {
  return (
    destinations.length <= 2 &&
    destinations.every((code) => code === 'TR' || code === 'CY') &&
    isNorthernCyprus(name)
  );
}

function readAllowance(draft: Draft): Allowance {
  const unlimited = draft.model === 'unlimited';
  const throttleKbps = kbpsOf(draft.throttleKbps);
  const { fullSpeedPerDay } = draft;
  return {
    model: draft.model,
    bytes: unlimited || draft.data === null ? null : (toBytes(draft.data) ?? 0),
    periodDays: draft.model === 'total' ? (draft.periodDays ?? null) : null,
    // A speed after the cap says that there is one, whatever else the row leaves out.
    afterCap: draft.afterCap ?? (throttleKbps === null ? 'unknown' : 'throttle'),
    throttleKbps: draft.afterCap === 'stop' ? null : throttleKbps,
    fullSpeedBytesPerDay: unlimited && fullSpeedPerDay ? (toBytes(fullSpeedPerDay) ?? 0) : null,
    uncapped: unlimited ? (draft.uncapped ?? null) : null,
    reset: draft.reset ?? 'unknown',
    maxKbps: kbpsOf(draft.maxKbps),
  };
}

function readValidity(draft: Draft): Validity {
  const within = draft.installWithinDays ?? null;
  return {
    days: draft.days,
    starts: draft.starts ?? 'unknown',
    installWithinDays:
      within !== null && within >= 1 && within <= INSTALL_DAYS_MAX ? Math.floor(within) : null,
    soldPerDay: draft.soldPerDay ?? false,
  };
}

/** Few combinations occur, so plans share them: at a million plans that is memory worth having. */
function createFactsReader(): (draft: Draft) => Facts {
  const known = new Map<number, Facts>();
  return (draft) => {
    let key = 0;
    for (const name of FACT_NAMES) {
      const fact = draft[name] ?? null;
      key = key * 3 + (fact === null ? 2 : fact ? 1 : 0);
    }
    const same = known.get(key);
    if (same !== undefined) return same;
    const facts = Object.fromEntries(
      FACT_NAMES.map((name) => [name, draft[name] ?? null]),
    ) as unknown as Facts;
    known.set(key, facts);
    return facts;
  };
}

/** Speeds that cannot be are left unknown: they cost the plan its figure, not its place. */
function kbpsOf(kbps: number | null | undefined): number | null {
  if (kbps === null || kbps === undefined || !(kbps >= 1) || kbps > KBPS_MAX) return null;
  return Math.floor(kbps);
}

/** Before 1970 is a sentinel of somebody's database, not a time. */
function instantOf(text: string): number | null {
  const at = Date.parse(text);
  return at > 0 ? at : null;
}
