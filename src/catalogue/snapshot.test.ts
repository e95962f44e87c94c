import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { compareIds, compareStrings } from '../domain/destination.ts';
import type { Plan } from '../domain/plan.ts';
import { createCatalogue, type Market, MarketError } from './catalogue.ts';
import { loadCatalogue, readContent } from './read-snapshot.ts';
import { FORMAT, OtherFormatError, SnapshotError } from './snapshot-format.ts';
import { loadBlobs, readBlobs, reload } from './testing/load.ts';
import { anyMarket, marketOf, NOON, observed, observedAt, PLAIN_PLAN } from './testing/market.ts';
import { countPauses } from './testing/pauses.ts';
import { writeSnapshot } from './write-snapshot.ts';

const RUNS = { numRuns: 20 };

describe('a snapshot', () => {
  it('restores every plan and observation', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarket, async (market) => {
        const catalogue = await reload(market, 7);
        assert.equal(catalogue.serial, 7);
        assert.equal(catalogue.planCount, market.plans.length);
        for (const expected of market.plans) {
          const { provider, id } = expected.plan;
          assert.deepEqual(catalogue.find(provider, id), expected);
        }
      }),
      RUNS,
    );
  });

  it('restores coupons by provider, providers, sources, the sample flag and the range of observations', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarket, async (market) => {
        const catalogue = await reload(market);
        const byId = <T extends { id: string }>(a: T, b: T) => compareStrings(a.id, b.id);
        assert.deepEqual(catalogue.providers, market.providers.toSorted(byId));
        assert.deepEqual(catalogue.sources, market.sources.toSorted(byId));
        assert.equal(catalogue.sample, market.sample);
        const times = market.plans.map(({ observation }) => observation.observedAt);
        assert.equal(catalogue.newest, times.length === 0 ? null : Math.max(...times));
        assert.equal(catalogue.oldest, times.length === 0 ? null : Math.min(...times));
        const [first] = catalogue.destinations;
        if (first === undefined) return;
        const expected = Map.groupBy(market.coupons.toSorted(compareIds), ({ provider }) => provider);
        assert.deepEqual(catalogue.destination(first.code)?.coupons, expected);
      }),
      RUNS,
    );
  });

  it('has the same destinations as a catalogue that was not stored', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarket, async (market) => {
        const [stored, direct] = [await reload(market), createCatalogue(market)];
        assert.deepEqual(stored.destinations, direct.destinations);
        for (const { code } of direct.destinations)
          assert.deepEqual(stored.destination(code), direct.destination(code));
      }),
      RUNS,
    );
  });

  it('has the same bytes for every order of the plans and of their keys', async () => {
    const shuffled = anyMarket.chain((market) => {
      const inAnyOrder = <T>(list: readonly T[]) =>
        fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
      return fc
        .tuple(
          inAnyOrder(market.plans),
          inAnyOrder(market.coupons),
          inAnyOrder(market.providers),
          inAnyOrder(market.sources),
        )
        .map(([order, coupons, providers, sources]) => {
          const plans = order.map(({ plan, observation }) => ({ plan: withReversedKeys(plan), observation }));
          return [market, { ...market, plans, coupons, providers, sources }] as const;
        });
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ([market, other]) => {
        assert.deepEqual(await writeSnapshot(other), await writeSnapshot(market));
      }),
      RUNS,
    );
  });

  it('keeps its version when the same plans and coupons are observed again', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarket, fc.nat(1_000_000), async (market, laterSeconds) => {
        const again: Market = {
          ...market,
          plans: market.plans.map(({ plan }) => observed(plan, observedAt(laterSeconds * 1_000))),
          coupons: market.coupons.map((coupon) => ({ ...coupon, verifiedAt: laterSeconds })),
          sources: [],
        };
        assert.equal((await reload(again)).version, (await reload(market)).version);
      }),
      RUNS,
    );
  });

  it('has the hash of its content as its version, which changes with a price', async () => {
    const dearer = { ...PLAIN_PLAN, price: { ...PLAIN_PLAN.price, minor: 1_401, usdCents: 1_401 } };
    const { content } = await writeSnapshot(marketOf([PLAIN_PLAN]));
    const { version } = await reload(marketOf([PLAIN_PLAN]));
    assert.equal(version, hash('sha256', content, 'hex'));
    assert.notEqual((await reload(marketOf([dearer]))).version, version);
  });

  it('stores equal coverages once', async () => {
    const copies = Array.from({ length: 20 }, (_, at) => ({ ...structuredClone(PLAIN_PLAN), id: `p-${at}` }));
    const { content } = await writeSnapshot(marketOf(copies));
    assert.equal(linesOf(content)[0]?.['coverages'].length, 1);
    const { plans } = await readContent(content);
    assert.equal(new Set(plans.map(({ coverage }) => coverage)).size, 1);
  });

  it('is read and made a catalogue in slices, so that other work runs between them', async (t) => {
    // Each plan has its own coverage, because coverages are counted one by one.
    const plans = Array.from({ length: 1_000 }, (_, at) => ({
      ...structuredClone(PLAIN_PLAN),
      id: `p-${at}`,
    }));
    const { content } = await writeSnapshot(marketOf(plans));
    const pauses = countPauses(t);
    await readContent(content);
    // A slice of 3 ms has at most three of the thousand lines.
    const whileReading = pauses();
    assert.ok(whileReading > 300, `${whileReading} pauses`);
    await loadCatalogue({ ...marketOf(plans), version: 'a' }, 1);
    const whileLoading = pauses() - whileReading;
    // A thousand plans, and then a thousand coverages.
    assert.ok(whileLoading > 600, `${whileLoading} pauses`);
  });
});

describe('a snapshot of another version', () => {
  it('that lacks a fact is read as if the fact is not stated', async () => {
    const { content } = await writeSnapshot(marketOf([PLAIN_PLAN]));
    const [header, line = {}] = linesOf(content);
    const { ads: _ads, ...facts } = line['facts'] as Record<string, unknown>;
    const { plans } = await readContent(blobOf([header, { ...line, facts }]));
    assert.deepEqual(plans, [{ ...PLAIN_PLAN, facts: { ...PLAIN_PLAN.facts, ads: null } }]);
  });

  it('in an unknown format is rejected, with the number of the format', async () => {
    const { content } = await writeSnapshot(marketOf([PLAIN_PLAN]));
    const [header, ...lines] = linesOf(content);
    const later = blobOf([{ ...header, format: FORMAT + 1 }, ...lines]);
    await assert.rejects(readContent(later), (error) => {
      assert.ok(error instanceof OtherFormatError);
      assert.match(
        error.message,
        new RegExp(`has format ${FORMAT + 1}; this version reads format ${FORMAT}$`),
      );
      return true;
    });
    // These bytes are not compressed by zstd.
    await assert.rejects(readContent(Buffer.from('ESIMCONT and columns')), OtherFormatError);
  });
});

describe('a damaged snapshot', () => {
  const market = marketOf([PLAIN_PLAN, { ...PLAIN_PLAN, id: 'tr-20gb', name: 'Türkiye 20 GB' }]);

  it('is rejected if it is truncated', async () => {
    const { content, observations } = await writeSnapshot(market);
    for (let length = 0; length < content.length; length += 5)
      await assert.rejects(readContent(content.subarray(0, length)), SnapshotError);
    for (let length = 0; length < observations.length; length += 5)
      await assert.rejects(
        loadBlobs({ content, observations: Buffer.from(observations.subarray(0, length)) }),
        SnapshotError,
      );
  });

  it('is rejected if a line is not valid', async () => {
    const { content } = await writeSnapshot(market);
    const [header, first, second] = linesOf(content);
    const wrong: readonly (readonly [lines: readonly unknown[], message: RegExp])[] = [
      [[header, first], /1 plans instead of 2/],
      [[header, second, first], /out of order/],
      [[header, first, first], /out of order/],
      [[header, first, { ...second, coverage: 1 }], /unknown coverage/],
      [[header, first, { ...second, coverage: -1 }], /not valid/],
      [[header, first, { ...second, provider: 'other' }], /unknown coverage or provider/],
      [[header, first, { ...second, facts: { ...(second?.['facts'] as object), ads: 'no' } }], /not valid/],
      [[header, first, { ...second, facts: null }], /not valid/],
      [[header, first, { ...second, price: null }], /not valid/],
      [[first, second], /has format undefined/],
      [[{ ...header, coverages: [{}] }, first, second], /not valid/],
    ];
    for (const [lines, message] of wrong)
      await assert.rejects(readContent(blobOf(lines)), (error) => {
        assert.ok(error instanceof SnapshotError);
        assert.match(error.message, message);
        return true;
      });
    await assert.rejects(readContent(zstdCompressSync('not JSON\n')), SnapshotError);
    await assert.rejects(readContent(zstdCompressSync('')), SnapshotError);
    await assert.rejects(readContent(Buffer.from('not a catalogue')), /another format/);
  });

  it('is rejected if its observations belong to another content', async () => {
    const { content } = await writeSnapshot(market);
    const { observations } = await writeSnapshot(marketOf([PLAIN_PLAN]));
    await assert.rejects(loadBlobs({ content, observations }), /the observations belong to another content/);
  });

  it('is rejected if it does not have one observation for each plan', async () => {
    const { content, observations } = await writeSnapshot(market);
    // The header and one of the two observations.
    const short = blobOf(linesOf(observations).slice(0, 2));
    await assert.rejects(loadBlobs({ content, observations: short }), /one entry for each plan/);
  });
});

describe('a catalogue', () => {
  it('returns null for an unknown plan', () => {
    const catalogue = createCatalogue(marketOf([PLAIN_PLAN]));
    assert.equal(catalogue.find('harbour', 'tr-10gb'), null);
    assert.equal(catalogue.find('harbours', 'tr-10gb-30d'), null);
    assert.equal(catalogue.find('', ''), null);
  });

  it('lists for each destination exactly the plans that cover it, with the best network generation there', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const catalogue = createCatalogue(market);
        const plans = market.plans.map(({ plan }) => plan).toSorted(compareIds);
        const codes = [...new Set(plans.flatMap((plan) => plan.coverage.destinations))].toSorted();
        const covering = (code: string) => plans.filter((plan) => plan.coverage.destinations.includes(code));
        assert.deepEqual(
          catalogue.destinations,
          codes.map((code) => ({ code, plans: covering(code).length })),
        );
        for (const code of codes) {
          const entries = catalogue.destination(code)?.entries ?? [];
          assert.deepEqual(
            entries.map(({ plan }) => plan),
            covering(code),
          );
          for (const { plan, generation, networks } of entries) {
            const named = plan.coverage.networks[code] ?? [];
            const [best = plan.coverage.generation] = named
              .flatMap((network) => network.generation ?? [])
              .toSorted()
              .reverse();
            assert.deepEqual([generation, networks], [best, named]);
          }
        }
        assert.equal(catalogue.destination('ZZ'), null);
      }),
    );
  });

  it('creates one object for each destination, on first use', () => {
    const catalogue = createCatalogue(marketOf([PLAIN_PLAN]));
    assert.equal(catalogue.destination('TR'), catalogue.destination('TR'));
  });

  it('can be rebuilt with new observations of the same plans', async () => {
    const market = marketOf([PLAIN_PLAN]);
    const before = await readBlobs(await writeSnapshot(market));
    const later = marketOf([PLAIN_PLAN], { observation: observedAt(NOON + 60_000) });
    const catalogue = await loadCatalogue(await readBlobs(await writeSnapshot(later), before), 2);
    assert.equal(catalogue.newest, NOON + 60_000);
    assert.equal(catalogue.find('harbour', 'tr-10gb-30d')?.plan, before.plans[0]?.plan);
  });
});

describe('a market is not written if it', () => {
  const expectRefused = (market: Market, message: RegExp) =>
    assert.rejects(writeSnapshot(market), (error) => {
      assert.ok(error instanceof MarketError);
      assert.match(error.message, message);
      return true;
    });
  const priced = (price: Partial<Plan['price']>) => ({
    ...PLAIN_PLAN,
    price: { ...PLAIN_PLAN.price, ...price },
  });
  const covering = (coverage: Partial<Plan['coverage']>) => ({
    ...PLAIN_PLAN,
    coverage: { ...PLAIN_PLAN.coverage, ...coverage },
  });

  it('has a wholesale price', () => expectRefused(marketOf([priced({ basis: 'wholesale' })]), /wholesale/));
  it('has the same plan twice', () => expectRefused(marketOf([PLAIN_PLAN, PLAIN_PLAN]), /given twice/));
  it('has an id that is not valid in a URL path', () =>
    expectRefused(marketOf([{ ...PLAIN_PLAN, id: 'A/b' }]), /\/id must match pattern/));
  it('has an unknown provider', () =>
    expectRefused(marketOf([PLAIN_PLAN], { providers: [] }), /unknown provider/));
  it('has an amount that is not a whole number of cents', async () => {
    for (const usdCents of [-1, 0.5, Number.NaN])
      await expectRefused(marketOf([priced({ usdCents })]), /usdCents/);
  });
  it('has destinations out of order, none, or one that is no country code', async () => {
    await expectRefused(marketOf([covering({ destinations: ['TR', 'DE'] })]), /sorted/);
    await expectRefused(marketOf([covering({ destinations: [] })]), /destinations/);
    await expectRefused(marketOf([covering({ destinations: ['tr'] })]), /destinations/);
  });
});

/** The same value with its keys in reverse order, at every level. */
function withReversedKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withReversedKeys) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, withReversedKeys(inner)]),
  ) as T;
}

// biome-ignore lint/suspicious/noExplicitAny: a test takes lines apart that the schema holds together.
const linesOf = (blob: Uint8Array): Record<string, any>[] =>
  zstdDecompressSync(blob)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const blobOf = (lines: readonly unknown[]) =>
  zstdCompressSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
