/** Drafts and candidates for tests: one sound plan, changed where a test needs it. */
import type { Plan } from '../../domain/plan.ts';
import type { Draft } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { type NormalisedDraft, type NormaliseSettings, normalise } from '../normalise/normalise.ts';
import { createPlaceResolver } from '../parse/places.ts';

export const NOW = Date.parse('2026-11-10T12:00:00Z');

export function draft(changes: Partial<Draft> = {}): Draft {
  return {
    externalId: 'tr-10gb-30d',
    name: 'Anatolia Classic',
    places: ['TR'],
    model: 'total',
    data: 10_000_000_000,
    days: 30,
    prices: { USD: '14.00' },
    basis: 'retail',
    link: 'https://shop.example/tr-10gb-30d',
    ...changes,
  };
}

export function settings(changes: Partial<NormaliseSettings> = {}): NormaliseSettings {
  return {
    source: 'shop-feed',
    provider: 'shop',
    hosts: ['shop.example'],
    resolvePlace: createPlaceResolver(),
    rates: { table: null, problem: null },
    now: NOW,
    ...changes,
  };
}

/** Returns a function that normalises drafts under these settings. */
export const normaliser = (given: NormaliseSettings) => (written: Draft) => normalise(written, given);

/** Normalises the sound draft with changes of its fields and of the settings. */
export function normaliseDraft(
  changes: Partial<Draft> = {},
  settingChanges: Partial<NormaliseSettings> = {},
) {
  return normalise(draft(changes), settings(settingChanges));
}

/** The plan of the changed draft. Throws if the draft is rejected. */
export function plan(changes: Partial<Draft> = {}, settingChanges: Partial<NormaliseSettings> = {}): Plan {
  return candidate(changes, settingChanges).plan;
}

/** The candidate of the changed draft. Throws if the draft is rejected. */
export function candidate(
  changes: Partial<Draft> = {},
  settingChanges: Partial<NormaliseSettings> = {},
): Candidate {
  const read = normaliseDraft(changes, settingChanges);
  if (!read.ok) throw new Error(`rejected: ${read.reason} ${read.detail}`);
  return candidateFrom(read);
}

/** A candidate in a row of page 1. */
export function candidateFrom({ ok: _ok, ...read }: NormalisedDraft, row = 1): Candidate {
  return { ref: { page: 1, row, externalId: read.plan.externalId }, ...read };
}

/**
 * "accepted", or the reason why the changed draft is rejected. `normalise` finds an impossible price, and
 * `accept/check-rows.ts` rejects it.
 */
export function outcomeOf(changes: Partial<Draft>, settingChanges: Partial<NormaliseSettings> = {}): string {
  const read = normaliseDraft(changes, settingChanges);
  if (!read.ok) return read.reason;
  return read.impossiblePrice === null ? 'accepted' : 'impossible_price';
}
