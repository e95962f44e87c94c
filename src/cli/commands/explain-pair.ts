/** `esim explain` with two plans: their prices line by line, and what decides each order. */
import type { Decision, DecisionCode, PairExplained } from '../../domain/explanation.ts';
import { dollarsOfCents } from '../../domain/money.ts';
import type { Drawback } from '../../domain/ranking/drawbacks.ts';
import { MISSING_DAY_WEIGHT } from '../../domain/ranking/fit.ts';
import { BRAND_PLACES } from '../../domain/ranking/order.ts';
import type { RankedOffer } from '../../domain/ranking/ranked.ts';
import { topKbps, UNSTATED_MAX_KBPS } from '../../domain/ranking/speed.ts';
import { LIST_OF } from '../../wire/schemas/comparison.ts';
import { drawbackSentence, gigabytes } from '../../wire/sentences/offers.ts';
import { type Output, painter } from '../dependencies.ts';
import { printTable } from '../output.ts';

type Two<T> = readonly [T, T];

export function printPair(out: Output, names: Two<string>, title: string, pair: PairExplained): void {
  const paint = painter(out.colour);
  out.write(`${paint('bold', title)}\n\n`);
  printTable(out, rowsOf(pair), [
    { title: '', cell: ({ label }) => label },
    { title: names[0], align: 'right', cell: ({ texts }) => texts[0] },
    { title: names[1], align: 'right', cell: ({ texts }) => texts[1] },
    { title: 'Difference', align: 'right', cell: ({ cents }) => signed(cents) },
  ]);
  out.write('\n');
  for (const decision of pair.decisions) out.write(`${decisionLine(names, pair.ranked, decision)}\n`);
}

interface Row {
  readonly label: string;
  readonly texts: Two<string>;
  /** Positive if the first plan costs more. */
  readonly cents: number;
}

function rowsOf({ ranked: [first, second], lines }: PairExplained): Row[] {
  const sum = (label: string, firstCents: number, secondCents: number): Row => ({
    label,
    texts: [dollarsOfCents(firstCents), dollarsOfCents(secondCents)],
    cents: firstCents - secondCents,
  });
  const text = (drawback: Drawback | null) =>
    drawback === null ? '' : `${drawback.percent}% ${dollarsOfCents(drawback.cents)}`;
  return [
    sum('Trip price', first.price.cents, second.price.cents),
    ...lines.map(({ drawbacks: [ofFirst, ofSecond] }) => ({
      label: labelOf(ofFirst, ofSecond),
      texts: [text(ofFirst), text(ofSecond)] as const,
      cents: (ofFirst?.cents ?? 0) - (ofSecond?.cents ?? 0),
    })),
    sum('Comparable price', first.comparableCents, second.comparableCents),
  ];
}

/** The plans can have two different drawbacks in one aspect. The label then has both sentences. */
function labelOf(ofFirst: Drawback | null, ofSecond: Drawback | null): string {
  const codes = new Set([ofFirst, ofSecond].flatMap((drawback) => drawback?.code ?? []));
  return [...codes].map(drawbackSentence).join('; ');
}

function signed(cents: number): string {
  return cents === 0 ? '' : `${cents < 0 ? '-' : '+'}${dollarsOfCents(Math.abs(cents))}`;
}

function decisionLine(
  names: Two<string>,
  ranked: Two<RankedOffer>,
  { sort, positions, by }: Decision,
): string {
  const [ahead, behind] = positions[0] < positions[1] ? ([0, 1] as const) : ([1, 0] as const);
  const why = WHY[by](ranked[ahead], ranked[behind]);
  return `${LIST_OF[sort]}: ${names[ahead]} (${positions[ahead]}) ranks above ${names[behind]} (${positions[behind]}): ${why}`;
}

/** If rounding hides the difference that decides: "both about 5 GB". */
const versus = (ahead: string, behind: string) =>
  ahead === behind ? `both about ${ahead}` : `${ahead} instead of ${behind}`;
const percentText = (share: number) => `${(100 * share).toFixed(0)}%`;
const generationText = ({ entry }: RankedOffer) => entry.generation ?? 'an unstated generation';
const validityText = ({ fit }: RankedOffer) =>
  Number.isFinite(fit.validityDays) ? `${fit.validityDays}` : 'no limit';
const topMbps = ({ entry }: RankedOffer) => topKbps(entry.plan) / 1000;

function dataText({ fit: { kind, mbForTrip } }: RankedOffer): string {
  if (kind === 'uncapped') return 'no limit';
  return mbForTrip === null ? 'an unstated amount' : gigabytes(mbForTrip / 1000);
}

/** Why one plan ranks ahead of another one, by the criterion that decides between them. */
const WHY: Readonly<Record<DecisionCode, (ahead: RankedOffer, behind: RankedOffer) => string>> = {
  meets_need: () => 'it meets the need and the other does not',
  region_tier: () => 'it covers more of the region',
  new_customers_only: () => 'everyone can buy it, and the other is for new customers only',
  closeness: (ahead, behind) =>
    `it misses less of the trip (${versus(percentText(ahead.fit.miss), percentText(behind.fit.miss))}; days count ${MISSING_DAY_WEIGHT} times)`,
  comparable_price: (ahead, behind) =>
    `its comparable price is ${dollarsOfCents(behind.comparableCents - ahead.comparableCents)} lower`,
  trip_price: (ahead, behind) =>
    `its trip price is ${dollarsOfCents(behind.price.cents - ahead.price.cents)} lower`,
  purchases: ({ fit: { copies } }, behind) =>
    `it needs ${copies} ${copies === 1 ? 'purchase' : 'purchases'} instead of ${behind.fit.copies}`,
  full_speed_data: (ahead, behind) =>
    `it has more full-speed data (${versus(dataText(ahead), dataText(behind))})`,
  validity: (ahead, behind) =>
    `it is valid longer (${validityText(ahead)} instead of ${validityText(behind)} days)`,
  full_speed_alone: () => 'its stated full-speed data alone meets the need',
  generation: (ahead, behind) => `${generationText(ahead)} instead of ${generationText(behind)}`,
  top_speed: (ahead, behind) =>
    `its advertised top speed is higher (${topMbps(ahead)} instead of ${topMbps(behind)} Mbit/s; ${UNSTATED_MAX_KBPS / 1000} where none is stated)`,
  local_exit: () => 'its traffic leaves in the country itself',
  networks: ({ entry }, behind) =>
    `it names more networks (${entry.networks.length} instead of ${behind.entry.networks.length})`,
  id: () => 'everything else is equal, and its id comes first',
  brand_places: () =>
    `the brand of the other already has ${BRAND_PLACES} positions, so suitable plans of other brands come first`,
};
