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

/** A function from a draft to a plan or a rejection, under these settings. */
export const normaliser = (given: NormaliseSettings) => (written: Draft) => normalise(written, given);

export function normalised(changes: Partial<Draft> = {}, given: Partial<NormaliseSettings> = {}) {
  return normalise(draft(changes), settings(given));
}

export function plan(changes: Partial<Draft> = {}, given: Partial<NormaliseSettings> = {}): Plan {
  return candidate(changes, given).plan;
}

export function candidate(changes: Partial<Draft> = {}, given: Partial<NormaliseSettings> = {}): Candidate {
  const read = normalised(changes, given);
  if (!read.ok) throw new Error(`rejected: ${read.reason} ${read.detail}`);
  return candidateOf(read);
}

export function candidateOf({ ok: _ok, ...read }: NormalisedDraft, row = 1): Candidate {
  return { ref: { page: 1, row, externalId: read.plan.externalId }, ...read };
}

export function reasonFor(changes: Partial<Draft>, given: Partial<NormaliseSettings> = {}): string {
  const read = normalised(changes, given);
  if (!read.ok) return read.reason;
  return read.impossiblePrice === null ? 'accepted' : 'impossible_price';
}
