/**
 * Section 7 of docs/ranking.md: a plan that another one of its brand makes pointless for this trip.
 * "No worse" is reflexive and transitive, so which plans stay does not depend on the order of asking.
 */
import { type DestinationView, FACT, NAMING, NONE } from '../columns.ts';
import { AFTER_CAP, CLOCK_STARTS } from '../plan.ts';
import { ROWS, type Row } from './drawbacks.ts';
import { topKbps, type Weighed } from './orders.ts';

const COUPON_ROW = ROWS.indexOf('coupon');
const THROTTLE = AFTER_CAP.indexOf('throttle');
/** As in the table: from first use, or any other clock. */
const FIRST_USE = CLOCK_STARTS.indexOf('first_use');
const FEATURES = FACT.hotspot | FACT.topUp | FACT.phoneNumber;

/** Speed of the rest after the cap: 0 where it stops or nothing is said, the least where only "slowed" is said. */
function restKbps({ columns }: DestinationView, { plan }: Weighed): number {
  if (plan.kind === 'uncapped') return Number.POSITIVE_INFINITY;
  if (columns.afterCap[plan.row] !== THROTTLE) return 0;
  const stated = columns.throttleKbps[plan.row]!;
  return stated === NONE ? 1 : stated;
}

/** Whether `a` is at least as good as `b` in everything that is compared, the quickest to tell apart first. */
function isNoWorse(view: DestinationView, a: Weighed, b: Weighed): boolean {
  const { columns, postings } = view;
  const { plan } = a;
  const { plan: other } = b;
  return (
    plan.price.cents <= other.price.cents &&
    plan.miss <= other.miss &&
    (plan.copies < other.copies ||
      (plan.copies === other.copies &&
        plan.dataMb >= other.dataMb &&
        plan.validityDays >= other.validityDays &&
        (plan.kind === 'unstated') === (other.kind === 'unstated'))) &&
    (other.newCustomersOnly || !plan.newCustomersOnly) &&
    postings.networks[plan.posting]! >= postings.networks[other.posting]! &&
    (columns.factsTrue[other.row]! & ~columns.factsTrue[plan.row]! & FEATURES) === 0 &&
    hasNoLargerDrawback(a.rows, b.rows) &&
    topKbps(view, plan.row) >= topKbps(view, other.row) &&
    (columns.starts[plan.row] === FIRST_USE || columns.starts[other.row] !== FIRST_USE) &&
    restKbps(view, a) >= restKbps(view, b)
  );
}

function hasNoLargerDrawback(rows: readonly Row[], others: readonly Row[]): boolean {
  for (let row = 0; row < rows.length; row++) {
    if (rows[row]!.percent > others[row]!.percent && row !== COUPON_ROW) return false;
  }
  return true;
}

export function makesPointless(view: DestinationView, a: Weighed, b: Weighed): boolean {
  if (!isNoWorse(view, a, b)) return false;
  if (!isNoWorse(view, b, a)) return true;
  // Equal in all: the one that is named for the whole country stays, then the one with the lower id.
  const isNamed = ({ plan }: Weighed) => Number(view.postings.naming[plan.posting] === NAMING.country);
  return (isNamed(b) - isNamed(a) || a.plan.row - b.plan.row) < 0;
}

/** Says of a plan whether another of its brand makes it pointless. Only plans that are about to be listed are asked. */
export function pointlessAmong(
  view: DestinationView,
  all: readonly Weighed[],
): (weighed: Weighed) => boolean {
  const brands = Map.groupBy(all, ({ plan }) => plan.brand);
  const known = new Map<Weighed, boolean>();
  return (weighed) => {
    const ofBrand = brands.get(weighed.plan.brand) ?? [];
    const answer =
      known.get(weighed) ??
      ofBrand.some((other) => other !== weighed && makesPointless(view, other, weighed));
    known.set(weighed, answer);
    return answer;
  };
}
