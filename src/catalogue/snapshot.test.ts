import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Coupon } from '../domain/coupon.ts';
import type { Plan } from '../domain/plan.ts';
import { type Market, MarketError, SnapshotError } from './catalogue.ts';
import { type Columns, type Format, openContainer, readContainer, type Schema } from './container.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { compareStrings } from './head.ts';
import { CONTENT, type ContentColumns } from './layout.ts';
import { anyMarket, marketOf, NOON, observedAt, PLAIN_PLAN } from './testing/market.ts';

const writeContainer = <S extends Schema>(format: Format<S>, columns: Columns<S>) =>
  openContainer<S, never>(format, {}).finish(columns);
const byKey = (a: Plan, b: Plan) => compareStrings(a.provider, b.provider) || compareStrings(a.id, b.id);
const load = (market: Market, serial = 1) => {
  const { content, observations } = encode(market);
  return decode(content, observations, serial);
};

describe('a snapshot', () => {
  it('gives back every plan and observation as it was, in order of provider and id', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const catalogue = load(market, 7);
        const order = market.plans.map((plan, index) => ({ plan, seen: market.observations[index]! }));
        order.sort((a, b) => byKey(a.plan, b.plan));
        assert.equal(catalogue.serial, 7);
        assert.equal(catalogue.planCount, order.length);
        for (const [row, { plan, seen }] of order.entries()) {
          assert.deepEqual(catalogue.plan(row), plan);
          assert.deepEqual(catalogue.observation(row), seen);
          assert.equal(catalogue.find(plan.provider, plan.id), row);
        }
      }),
    );
  });

  it('gives back coupons by provider, providers, sources, the sample flag and the span of observations', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const catalogue = load(market);
        const byId = <T extends { id: string }>(a: T, b: T) => compareStrings(a.id, b.id);
        assert.deepEqual(catalogue.providers, market.providers.toSorted(byId));
        assert.deepEqual(catalogue.sources, market.sources.toSorted(byId));
        assert.equal(catalogue.sample, market.sample);
        const times = market.observations.map((observation) => observation.observedAt);
        assert.equal(catalogue.newest, times.length === 0 ? null : Math.max(...times));
        assert.equal(catalogue.oldest, times.length === 0 ? null : Math.min(...times));
        const view = catalogue.destinations[0] && catalogue.view(catalogue.destinations[0].code);
        if (!view) return;
        const expected = new Map<number, Coupon[]>();
        for (const [index, provider] of catalogue.providers.entries()) {
          const own = market.coupons.filter((coupon) => coupon.provider === provider.id).toSorted(byId);
          if (own.length > 0) expected.set(index, own);
        }
        assert.deepEqual(view.coupons, expected);
      }),
    );
  });

  it('lists for each destination exactly the plans that cover it, with the best generation named there', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const catalogue = load(market);
        const plans = market.plans.toSorted(byKey);
        const codes = [...new Set(plans.flatMap((plan) => plan.coverage.destinations))].toSorted(
          compareStrings,
        );
        assert.deepEqual(
          catalogue.destinations,
          codes.map((code) => ({
            code,
            plans: plans.filter((plan) => plan.coverage.destinations.includes(code)).length,
          })),
        );
        for (const code of codes) {
          const { postings } = catalogue.view(code)!;
          const rows = plans.keys().filter((row) => plans[row]!.coverage.destinations.includes(code));
          assert.deepEqual([...postings.rows], [...rows]);
          for (const [at, row] of postings.rows.entries()) {
            const { networks, generation } = plans[row]!.coverage;
            const named = (networks[code] ?? []).map((network) => Number(network.generation?.[0] ?? 0));
            assert.equal(postings.networks[at], named.length);
            assert.equal(postings.generation[at], Math.max(0, ...named) || Number(generation?.[0] ?? 0));
          }
        }
        assert.equal(catalogue.view('ZZ'), null);
      }),
    );
  });

  it('has the same bytes whatever the order of the rows was', () => {
    const shuffled = anyMarket.chain((market) => {
      const rows = market.plans.map((plan, index) => ({ plan, seen: market.observations[index]! }));
      const all = <T>(list: readonly T[]) =>
        fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
      return fc
        .tuple(all(rows), all(market.coupons), all(market.providers), all(market.sources))
        .map(([order, coupons, providers, sources]) => {
          const plans = order.map(({ plan }) => plan);
          const observations = order.map(({ seen }) => seen);
          return [market, { ...market, plans, observations, coupons, providers, sources }] as const;
        });
    });
    fc.assert(
      fc.property(shuffled, ([market, other]) => {
        assert.deepEqual(encode(other), encode(market));
      }),
    );
  });

  it('keeps its version when the same plans and coupons are only seen again', () => {
    fc.assert(
      fc.property(anyMarket, fc.nat(1_000_000), (market, laterSeconds) => {
        const again: Market = {
          ...market,
          observations: market.plans.map(() => observedAt(laterSeconds * 1_000)),
          coupons: market.coupons.map((coupon) => ({ ...coupon, verifiedAt: laterSeconds })),
          sources: [],
        };
        assert.equal(load(again).version, load(market).version);
      }),
    );
  });

  it('has the hash of its content as its version, and another one as soon as a price differs', () => {
    const dearer = { ...PLAIN_PLAN, price: { ...PLAIN_PLAN.price, minor: 1_401, usdCents: 1_401 } };
    const { content, observations } = encode(marketOf([PLAIN_PLAN]));
    const { version } = decode(content, observations, 1);
    assert.equal(version, createHash('sha256').update(content).digest('hex'));
    assert.notEqual(load(marketOf([dearer])).version, version);
  });

  it('keeps observation times to the second', () => {
    const catalogue = load(marketOf([PLAIN_PLAN], { observations: [observedAt(NOON + 999)] }));
    assert.equal(catalogue.observation(0).observedAt, NOON);
  });

  it('is read from the middle of a larger buffer as well', () => {
    const { content, observations } = encode(marketOf([PLAIN_PLAN]));
    const shifted = Buffer.alloc(content.length + 3);
    shifted.set(content, 3);
    assert.deepEqual(decode(shifted.subarray(3), observations, 1).plan(0), PLAIN_PLAN);
  });

  it('finds no plan that it does not have', () => {
    const catalogue = load(marketOf([PLAIN_PLAN]));
    assert.equal(catalogue.find('harbour', 'tr-10gb'), null);
    assert.equal(catalogue.find('harbours', 'tr-10gb-30d'), null);
    assert.equal(catalogue.find('', ''), null);
    assert.throws(() => catalogue.plan(1), RangeError);
  });
});

describe('a damaged snapshot', () => {
  const { content, observations } = encode(
    marketOf([PLAIN_PLAN, { ...PLAIN_PLAN, id: 'tr-20gb', name: 'Türkiye 20 GB' }]),
  );

  it('is refused whichever single byte was altered', () => {
    const altered = (bytes: Uint8Array, at: number, bit: number) => {
      const copy = bytes.slice();
      copy[at]! ^= 1 << bit;
      return copy;
    };
    for (let at = 0; at < content.length; at += 1) {
      assert.throws(() => decode(altered(content, at, at % 8), observations, 1), SnapshotError);
    }
    for (let at = 0; at < observations.length; at += 1) {
      assert.throws(() => decode(content, altered(observations, at, at % 8), 1), SnapshotError);
    }
  });

  it('is refused wherever it was cut, and where bytes follow it', () => {
    for (let length = 0; length < content.length; length += 1) {
      assert.throws(() => decode(content.slice(0, length), observations, 1), SnapshotError);
    }
    for (let length = 0; length < observations.length; length += 1) {
      assert.throws(() => decode(content, observations.slice(0, length), 1), SnapshotError);
    }
    assert.throws(() => decode(Buffer.concat([content, Buffer.alloc(8)]), observations, 1), SnapshotError);
  });

  it('is refused with its format version named when a later program wrote it', () => {
    const later = writeContainer(
      { ...CONTENT, version: CONTENT.version + 1 },
      readContainer(CONTENT, content),
    );
    assert.throws(() => decode(later, observations, 1), {
      name: 'SnapshotError',
      message: `catalogue content refused: format version ${CONTENT.version + 1}, this program reads ${CONTENT.version}`,
    });
  });

  it('is refused when observations of another content come with it', () => {
    const other = encode(marketOf([PLAIN_PLAN]));
    assert.throws(() => decode(content, other.observations, 1), {
      message: 'catalogue observations refused: they belong to another catalogue content',
    });
    assert.throws(() => decode(observations, content, 1), /not a file of this kind/);
  });

  it('is refused when any index points outside its table, though its checksum is right', () => {
    const columns = readContainer(CONTENT, content);
    const free = new Set<keyof ContentColumns>([
      // Any number is a value of these; text and JSON are covered by the checksum alone.
      ...(['megabytes', 'fullSpeedMbPerDay', 'throttleKbps', 'maxKbps', 'validityDays'] as const),
      ...(['installWithinDays', 'rateString', 'rateDateString', 'idBytes', 'externalIdBytes'] as const),
      ...(['promoUsdCents', 'periodDays', 'namedString', 'coverageExits'] as const),
      ...(['linkTailBytes', 'stringBytes', 'head', 'placeLetters'] as const),
    ]);
    for (const name of Object.keys(columns) as (keyof ContentColumns)[]) {
      if (free.has(name)) continue;
      const column = columns[name].slice();
      column.fill(name === 'minor' ? Number.MAX_VALUE : 0xffff_ffff, -1);
      const forged = writeContainer(CONTENT, { ...columns, [name]: column });
      assert.throws(() => decode(forged, observations, 1), /^SnapshotError: catalogue content refused/, name);
    }
  });

  it('is refused when an index is just one past the end of its table', () => {
    const columns = readContainer(CONTENT, content);
    const strings = columns.stringOffsets.length - 1;
    const placeLists = columns.placeListOffsets.length - 1;
    const sizes: Partial<Record<keyof ContentColumns, number>> = {
      provider: 1,
      coverage: columns.coverageDestinations.length,
      coverageDestinations: placeLists,
      coverageExclusions: placeLists,
      coverageNetworks: columns.networkMapOffsets.length - 1,
      networkMapLists: columns.networkListOffsets.length - 1,
      networkMapPlaces: columns.placeLetters.length / 2,
      placeListPlaces: columns.placeLetters.length / 2,
      networkListNameStrings: strings,
      nameString: strings,
      sourceString: strings,
      currencyString: strings,
      linkHeadString: strings,
      rateString: strings,
      rateDateString: strings,
    };
    for (const [name, size] of Object.entries(sizes)) {
      const column = columns[name as keyof ContentColumns].slice();
      column.fill(size, -1);
      const forged = writeContainer(CONTENT, { ...columns, [name]: column });
      assert.throws(() => decode(forged, observations, 1), /is out of range$/, name);
    }
  });

  it('is refused when rows are out of order or one column is shorter than the others', () => {
    const columns = readContainer(CONTENT, content);
    const sameIds = { ...columns, idBytes: new Uint8Array(columns.idBytes.length).fill(97) };
    assert.throws(() => decode(writeContainer(CONTENT, sameIds), observations, 1), /row 1 is out of order/);
    const short = { ...columns, tax: columns.tax.slice(1) };
    assert.throws(() => decode(writeContainer(CONTENT, short), observations, 1), /column tax/);
  });
});

describe('a market that must not be published', () => {
  const refused = (market: Market, why: RegExp) =>
    assert.throws(
      () => encode(market),
      (error) => error instanceof MarketError && why.test(error.message),
    );
  const priced = (price: Partial<Plan['price']>) => ({
    ...PLAIN_PLAN,
    price: { ...PLAIN_PLAN.price, ...price },
  });
  const covering = (coverage: Partial<Plan['coverage']>) => ({
    ...PLAIN_PLAN,
    coverage: { ...PLAIN_PLAN.coverage, ...coverage },
  });

  it('holds a wholesale price', () => refused(marketOf([priced({ basis: 'wholesale' })]), /wholesale/));
  it('holds the same plan twice', () => refused(marketOf([PLAIN_PLAN, PLAIN_PLAN]), /given twice/));
  it('holds an id that no path can carry', () =>
    refused(marketOf([{ ...PLAIN_PLAN, id: 'A/b' }]), /no plan id/));
  it('names an unknown provider', () =>
    refused(marketOf([PLAIN_PLAN], { providers: [] }), /unknown provider/));
  it('lacks an observation', () => refused(marketOf([PLAIN_PLAN], { observations: [] }), /one observation/));
  it('holds a number that no column can hold', () => {
    for (const usdCents of [-1, 0.5, 2 ** 32, Number.NaN]) refused(marketOf([priced({ usdCents })]), /cents/);
  });
  it('holds places out of order, or none', () => {
    refused(marketOf([covering({ destinations: ['TR', 'DE'] })]), /sorted/);
    refused(marketOf([covering({ destinations: [] })]), /no destination/);
    refused(marketOf([covering({ destinations: ['tr'] })]), /no country code/);
  });
  it('holds half a character', () => refused(marketOf([{ ...PLAIN_PLAN, name: '\ud800' }]), /well-formed/));
});
