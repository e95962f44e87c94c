/** Normalises one draft to a plan, or rejects it with a reason. This does not depend on other rows. */

import { eachFact } from '../../domain/facts.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { isNorthernCyprus } from '../../domain/places/northern-cyprus.ts';
import type { Allowance, Extras, Facts, Plan, Validity } from '../../domain/plan.ts';
import type { Draft, Rejection, RowRef } from '../draft.ts';
import { placesInName } from '../parse/name/places-in-name.ts';
import { type NameReading, readName } from '../parse/name/read-name.ts';
import { operatorsIn } from '../parse/operators.ts';
import type { Place } from '../parse/places.ts';
import { planId } from '../parse/plan-id.ts';
import { cleanText } from '../parse/text.ts';
import { readableName, tokensOf } from '../parse/tokens.ts';
import { RowRejected, reject } from '../parse/value.ts';
import type { RunRates } from '../read/rates.ts';
import { checkRow, DRAFT_CHECKS, impossiblePriceOf, PLAN_CHECKS } from './checks.ts';
import { readCoverage } from './coverage.ts';
import { generatedName, nameOrNull, shortened } from './generated-name.ts';
import { checkLink, trackLink } from './link.ts';
import { applyName } from './name-check.ts';
import { namedPlaces } from './named-places.ts';
import type { Overrides } from './overrides.ts';
import { readPrice } from './price.ts';
import { confirmPlaces, readProductTitle } from './product.ts';
import type { RowProvider } from './row-providers.ts';

/** The settings for all rows of a source. */
export interface NormaliseSettings {
  readonly source: string;
  readonly provider: string;
  /** Hosts that links may lead to. */
  readonly hosts: readonly string[];
  /** In a source of many providers, returns the provider of a row, in place of `provider` and `hosts`. */
  readonly providerOf?: (draft: Draft) => RowProvider;
  /** The marketplace through which the providers sell; null: their own shops. */
  readonly shop?: string | null;
  /** Applies the operator's corrections. */
  readonly correct?: Overrides['correct'];
  /** The tracking address into which links are inserted, if the links of the feed are not tracked. */
  readonly trackingLink?: string | null;
  readonly resolvePlace: (text: string) => Place;
  readonly rates: RunRates;
  readonly currencyPreference?: readonly string[];
  /** True if a text contains one of the source's credentials. */
  readonly leaks?: (text: string) => boolean;
  readonly now: number;
}

/** A plan that was made from a row and is not yet accepted, with what the checks need and the catalogue does not. */
export interface Candidate {
  readonly ref: RowRef;
  readonly plan: Plan;
  readonly sourceUpdatedAt: number | null;
  readonly droppedNetworks: number;
  /** The reason if no plan can have this price, else null. Such a plan keeps its last good price, if it has one. */
  readonly impossiblePrice: string | null;
}

/** A candidate without its position in the feed. */
export type NormalisedDraft = Omit<Candidate, 'ref'> & { readonly ok: true };

const EXTERNAL_ID_MAX = 200;
/** No mobile network reaches 10 Gbps. */
const KBPS_MAX = 10_000_000;
/** Ten years, which shops write for "at any time". More is an error. */
const INSTALL_DAYS_MAX = 3650;

export function normalise(draft: Draft, settings: NormaliseSettings): NormalisedDraft | Rejection {
  try {
    return { ok: true, ...candidateOf(draft, settings) };
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    const { reason, message: detail, regions } = error;
    return { ok: false, reason, detail, ...(regions.length > 0 && { regions }) };
  }
}

function candidateOf(raw: Draft, settings: NormaliseSettings): Omit<Candidate, 'ref'> {
  const { source, shop, providerOf, trackingLink, resolvePlace, leaks = () => false, now } = settings;
  const { id: provider, hosts } = providerOf?.(raw) ?? { id: settings.provider, hosts: settings.hosts };
  // Two shops may use the same id, but the documents of a source identify a plan by its id alone.
  const id = planId(providerOf === undefined ? raw.externalId : `${provider}-${raw.externalId}`);
  const corrected = settings.correct?.(provider, id, raw) ?? raw;
  checkRow(DRAFT_CHECKS, corrected, now);
  const externalId = cleanText(corrected.externalId, EXTERNAL_ID_MAX);
  if (externalId === '') reject('missing_field', 'the row has no id');
  // The whole name is read, and shortened only to be shown. Without a name, the place that the row names is read instead.
  const ownName = nameOrNull(corrected.name);
  const nameOrPlace = ownName ?? nameOrNull(corrected.placeName) ?? '';
  const tokens = tokensOf(nameOrPlace);
  const inName = placesInName(tokens);
  const { product } = corrected;
  // A shop that may sell other goods, too.
  const needsTitle = product !== undefined && product.terms.goods === 'any';
  if (needsTitle && ownName === null)
    reject('missing_field', 'the row has no title, which must confirm the plan');
  const readOwnName = (): NameReading => {
    if (ownName === null) return readName([]);
    if (product === undefined) return readName(tokens);
    return readProductTitle(corrected, product, tokens, inName, resolvePlace);
  };
  const reading = readOwnName();
  const completed = applyName(corrected, ownName ?? '', reading);
  const draft = withOperators(completed, nameOrPlace, resolvePlace);
  const { coverage, droppedNetworks } = readCoverage(draft, inName.excluded, resolvePlace, leaks);
  if (!inName.excludesNorthernCyprus && isSoldUnderANeighbour(nameOrPlace, coverage.destinations))
    reject('unknown_place', 'its name is for Northern Cyprus, but its places are a neighbour');
  const named = namedPlaces(inName, draft.places, coverage.destinations);
  if (product !== undefined && ownName !== null)
    confirmPlaces(product, tokens, inName, coverage.destinations, resolvePlace);
  const name = shortened(ownName ?? generatedName(draft, coverage.destinations, resolvePlace));
  const price = readPrice(draft, settings.rates, settings.currencyPreference ?? [], now);
  const own = checkLink(draft.link, hosts);
  const link = own.ok && trackingLink ? trackLink(trackingLink, own.href, externalId, provider) : own;
  if (!link.ok) return reject('bad_link', link.detail);
  // The link is where credentials are found most often, so this reason stands for all three fields.
  if (leaks(link.href) || leaks(name) || leaks(externalId))
    reject('bad_link', 'the row contains one of our credentials');
  const plan: Plan = {
    id,
    provider,
    source,
    ...(shop && { shop }),
    externalId,
    name,
    named,
    coverage,
    allowance: readAllowance(draft),
    validity: readValidity(draft),
    price,
    facts: readFacts(draft),
    extras: readExtras(draft),
    link: link.href,
  };
  checkRow(PLAN_CHECKS, plan, now);
  const updatedAt = instantOf(draft.updatedAt);
  return {
    plan,
    // The clock of the feed may be ahead by up to a day. A later time is a fault of the feed.
    sourceUpdatedAt: updatedAt !== null && updatedAt <= now + DAY_MS ? updatedAt : null,
    droppedNetworks,
    impossiblePrice: impossiblePriceOf(plan),
  };
}

/** In plans for more countries, most operators are in several of them. */
const OPERATOR_PLACES_MAX = 5;

/** If the feed states no network, the name of a plan for few places may contain it: "Verizon 5G", "(CMHK/CTM)". */
function withOperators(draft: Draft, name: string, resolve: (text: string) => Place): Draft {
  if (draft.places.length > OPERATOR_PLACES_MAX || (draft.networks?.length ?? 0) > 0) return draft;
  const text = readableName(name);
  const found = draft.places.flatMap((place) =>
    operatorsIn(text, resolve(place)).map((network) => ({ place, name: network, generation: null })),
  );
  // "Orange" in a plan for France and Spain may be either.
  const networks = found.filter(({ name: one }) => found.filter((other) => other.name === one).length === 1);
  return networks.length === 0 ? draft : { ...draft, networks };
}

/** Northern Cyprus has no code, so feeds list it as Türkiye or Cyprus, where its plans do not work. */
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
  const fullSpeedBytesPerDay = unlimited ? (draft.fullSpeedPerDay ?? null) : null;
  // A plan that is slowed is not uncapped, whatever else the feed states.
  const isSlowed = draft.afterCap === 'throttle' || fullSpeedBytesPerDay !== null;
  const uncapped = isSlowed ? false : (draft.uncapped ?? null);
  return {
    model: draft.model,
    bytes: unlimited ? null : draft.data,
    periodDays: draft.model === 'total' ? (draft.periodDays ?? null) : null,
    // A plan with a speed after the cap is throttled.
    afterCap: draft.afterCap ?? (throttleKbps === null ? 'unknown' : 'throttle'),
    throttleKbps: draft.afterCap === 'stop' ? null : throttleKbps,
    fullSpeedBytesPerDay,
    uncapped: unlimited ? uncapped : null,
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

/** A stated number of minutes or messages states that they are included. */
function readFacts(draft: Draft): Facts {
  const facts = eachFact((name) => draft[name] ?? null);
  return {
    ...facts,
    calls: facts.calls ?? (draft.callMinutes ? true : null),
    sms: facts.sms ?? (draft.textMessages ? true : null),
  };
}

const readExtras = (draft: Draft): Extras => ({
  hotspotBytes: draft.hotspotBytes ?? null,
  callMinutes: draft.callMinutes ?? null,
  textMessages: draft.textMessages ?? null,
});

/** An impossible speed counts as unknown, and the plan is kept. */
function kbpsOf(kbps: number | null | undefined): number | null {
  if (kbps === null || kbps === undefined || !(kbps >= 1) || kbps > KBPS_MAX) return null;
  return Math.floor(kbps);
}

/** A time before 1970 is a placeholder of a database. */
function instantOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return at > 0 ? at : null;
}
