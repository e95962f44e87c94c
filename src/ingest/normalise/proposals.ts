/**
 * What the rows of a source propose to the operator: regions whose countries only the seller knows, and promotions with a
 * code. Nothing of it is applied before the operator writes it into a file.
 */
import type { Draft, Proposals, ProposedCoupon } from '../draft.ts';
import { withoutCount } from '../parse/place-cells.ts';
import { cleanText } from '../parse/text.ts';

/** A feed has a dozen regions and promotions. More would be texts of something else. */
const ENTRIES_MAX = 50;
const TEXT_MAX = 100;

/** Collects proposals row by row. `redact` removes credentials from texts of the feed. */
export function createProposals(redact: (text: string) => string = (text) => text) {
  const regions = new Map<string, number>();
  const coupons = new Map<string, ProposedCoupon>();
  const shown = (text: string) => cleanText(redact(text), TEXT_MAX);
  const hasRoom = (known: ReadonlyMap<string, unknown>, key: string) =>
    known.has(key) || known.size < ENTRIES_MAX;
  return {
    waiting: (names: readonly string[]): void => {
      for (const name of names.map((one) => shown(withoutCount(one.trim()))))
        if (hasRoom(regions, name)) regions.set(name, (regions.get(name) ?? 0) + 1);
    },
    promotion: (provider: string, promotion: Draft['promotion']): void => {
      if (promotion === undefined) return;
      const code = shown(promotion.code);
      const key = JSON.stringify([provider, code]);
      if (code === '' || !hasRoom(coupons, key)) return;
      const known = coupons.get(key);
      const text = known?.text ?? (promotion.text === null ? null : shown(promotion.text));
      coupons.set(key, { provider, code, text, rows: (known?.rows ?? 0) + 1 });
    },
    proposals: (): Proposals => ({
      regions: Object.fromEntries([...regions].toSorted(([, one], [, other]) => other - one)),
      coupons: [...coupons.values()],
    }),
  };
}

/** The entry that an operator completes: `"regions": {"Europe": ["…"]}`. */
export function regionsEntry(
  names: readonly string[],
  listed: Readonly<Record<string, readonly string[]>> = {},
): string {
  const entry = Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(listed, name) ? listed[name] : ['…']]),
  );
  return `"regions": ${JSON.stringify(entry)}`;
}

const rowsThat = (count: number): string => (count === 1 ? '1 row waits' : `${count} rows wait`);

/** null: no row waits. */
export function regionsMessage(source: string, { regions }: Proposals): string | null {
  const names = Object.keys(regions);
  if (names.length === 0) return null;
  const total = Object.values(regions).reduce((sum, count) => sum + count, 0);
  const each = Object.entries(regions).map(([name, count]) => `${JSON.stringify(name)} (${count})`);
  return `${source}: ${rowsThat(total)} for the countries of regions: ${each.join(', ')}; ask the seller, and add to the options ${regionsEntry(names)}`;
}

/** "10% off". */
const PERCENT = /(\d{1,2}(?:\.\d+)?) ?%/;
/** "3 EUR", "EUR 3.00". */
const AMOUNT = /(\d{1,9}(?:\.\d{1,3})?) ?([A-Z]{3})\b|\b([A-Z]{3}) ?(\d{1,9}(?:\.\d{1,3})?)/;

/** "$3.00", "US$3.00". The operator checks the entry, so a dollar of another country does no harm. */
const DOLLARS = /(?:\bUS)?\$ ?/g;

/** The entry of coupons.json that an operator checks and completes. */
export function couponEntry({ provider, code, text }: ProposedCoupon): object {
  const percent = PERCENT.exec(text ?? '')?.[1];
  const withCodes = (text ?? '').replaceAll(DOLLARS, 'USD ');
  const [, before, behind, currency = behind, after] = AMOUNT.exec(withCodes) ?? [];
  const amount = before ?? after;
  const discount =
    percent === undefined && amount !== undefined ? { amount, currency } : { percent: percent ?? '…' };
  return {
    id: `${provider}-${code}`.toLowerCase().replace(/[^a-z0-9.-]+/g, '-'),
    provider,
    code,
    discount,
    audience: 'everyone',
    use: 'every_order',
    verifiedAt: 'the day on which you saw it work',
  };
}
