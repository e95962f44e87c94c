/** The quarantined plans of each source, and the confirmations of the operator. */
import type { DocumentStore } from '../../store/port.ts';
import { getJson, putJson } from './json.ts';

const PRICE_REASONS = ['fell', 'below_market', 'implausible'] as const;
const TERMS_REASONS = ['amount', 'length', 'places', 'currency', 'id_reused', 'placeholder'] as const;
export const QUARANTINE_REASONS = [...PRICE_REASONS, ...TERMS_REASONS] as const;

export type PriceReason = (typeof PRICE_REASONS)[number];
/** Why the terms of a plan are quarantined. */
export type TermsReason = (typeof TERMS_REASONS)[number];
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

export const isTermsReason = (reason: QuarantineReason): reason is TermsReason =>
  (TERMS_REASONS as readonly QuarantineReason[]).includes(reason);

/** A plan with a suspicious price or suspicious terms, which are not published until they are confirmed. */
export interface QuarantinedPlan {
  readonly plan: string;
  readonly name: string;
  readonly reason: QuarantineReason;
  /** The operator confirmed it. */
  readonly accepted: boolean;

  // For the operator to read.

  readonly detail: string;
  /** What the plan had before, in words. null if it was never published. */
  readonly old: string | null;
  readonly new: string;

  // For the next run, which compares its row of the plan with these values.

  /** In the smallest unit of the currency. */
  readonly minor: number;
  readonly currency: string;
  readonly usdCents: number;
  /** The price that this one fell from, if it fell. */
  readonly oldUsdCents: number | null;
  /** When it was first seen at this price. */
  readonly priceSince: number;
  /** Terms that must stay the same until they are confirmed. null if only the price is quarantined. */
  readonly terms: string | null;
  /** When it was first seen with these terms. */
  readonly termsSince: number;
}

/** When what the reason states was first seen. */
export const quarantinedSince = ({ reason, termsSince, priceSince }: QuarantinedPlan): number =>
  isTermsReason(reason) ? termsSince : priceSince;

/** The quarantined plans of a source after its last run. */
interface QuarantineDocument {
  readonly source: string;
  readonly at: number;
  readonly plans: readonly QuarantinedPlan[];
}

export const readQuarantine = (documents: DocumentStore, source: string) =>
  getJson<QuarantineDocument>(documents, 'quarantine', source);

export async function writeQuarantine(documents: DocumentStore, value: QuarantineDocument): Promise<void> {
  if (value.plans.length === 0) await documents.delete('quarantine', value.source);
  else await putJson(documents, 'quarantine', value.source, value);
}

/** The operator confirms these plans. Returns those that are quarantined; nothing is confirmed unless all are. */
export async function acceptPlans(
  documents: DocumentStore,
  source: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const document = await readQuarantine(documents, source);
  if (document === null) return [];
  const found = document.plans.map(({ plan }) => plan).filter((plan) => wanted.includes(plan));
  if (found.length < new Set(wanted).size) return found;
  const plans = document.plans.map((one) => (wanted.includes(one.plan) ? { ...one, accepted: true } : one));
  await writeQuarantine(documents, { ...document, plans });
  return found;
}
