/** Compares what a result page states with the JSON of the same trip. */
import assert from 'node:assert/strict';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { aboutTheTripOf, resultsOf, type ShownCard, type ShownPage, waysOf } from './results-page.ts';
import type { TestService } from './service.ts';

const COUNTRIES = ['TR', 'JP', 'US', 'IT', 'TH', 'DE', 'MX', 'EG', 'AU', 'KR', 'FJ', 'IS', 'GB'];
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'];
const DAYS = [1, 5, 7, 10, 14, 21, 30, 60];
/**
 * Every country six times, with all needs and lengths. Some trips have a budget, an own amount of data, or 2 to 9
 * travellers.
 */
export const TRIPS = Array.from({ length: 78 }, (_, index) => {
  const need = NEEDS[(index + Math.floor(index / COUNTRIES.length)) % NEEDS.length];
  const country = COUNTRIES[index % COUNTRIES.length];
  const filter =
    country === 'IT' ? '&max_usd=400' : country === 'GB' && need !== 'unlimited' ? '&data_gb=20' : '';
  const travellers = index % 3 === 2 ? `&travellers=${2 + (index % 8)}` : '';
  return `country=${country}&days=${DAYS[(index * 5) % DAYS.length]}&need=${need}${filter}${travellers}`;
});

/** Trips of two to six stops, near and far apart, one without any plan, and some with filters. */
export const JOURNEYS = [
  'JP&days=5&need=normal&then=KR:4,TW:3',
  'YE&days=60&need=heavy&then=TR:20',
  'JP&days=5&need=normal&then=AQ:3',
  'TH&days=20&need=light&then=ID:20,MY:20,SG:20&travellers=3',
  'JP&days=5&need=normal&then=KR:4&require=one_purchase',
  'JP&days=5&need=normal&then=KR:4&require=one_purchase&max_usd=10',
  'JP&days=5&need=normal&then=KR:4,JP:3',
  'TR&days=3&need=heavy&then=GR:3,IT:3,FR:3,ES:3,PT:3',
  'US&days=10&need=normal&then=MX:5',
  'US&days=10&need=unlimited&then=CA:5,MX:5',
  'IT&days=4&need=normal&then=FR:4,DE:4&travellers=4',
  'TH&days=7&need=normal&then=VN:7,KH:7,LA:7',
  'AU&days=14&need=normal&then=NZ:14',
  'EG&days=5&need=normal&then=JO:3',
  'BR&days=7&need=heavy&then=AR:7,CL:7',
  'GB&days=3&need=normal&then=IE:3,IS:4',
  'AE&days=2&need=unlimited&then=IN:10&travellers=2',
  'ZA&days=9&need=light&then=KE:5',
  'KR&days=1&need=normal&then=JP:1',
  'FJ&days=7&need=normal&then=AU:7',
  'TR&days=7&need=light&then=GR:3',
  'TR&days=7&need=normal&then=GE:3&require=hotspot',
];

const placeNames = new Intl.DisplayNames('en', { type: 'region' });
const ORDERS = ['Recommended', 'Cheapest', 'Fastest'] as const;
const TAB_NAMES = { Recommended: 'Best value', Cheapest: 'Cheapest', Fastest: 'Fastest' } as const;
/** With several stops, the lists have single plans for all of them. */
const SINGLE_NAMES = {
  Recommended: 'Best single eSIM',
  Cheapest: 'Cheapest single eSIM',
  Fastest: 'Fastest',
} as const;

const cents = (usd: number): number => Math.round(usd * 100);
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const money = (usd: number): string => usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

async function bothOf(service: TestService, trip: string): Promise<{ json: Comparison; html: string }> {
  const headers = { 'accept-language': 'en' };
  const json = (await (await service.get(`/api/v1/plans?${trip}`)).json()) as Comparison;
  const page = await service.get(`/compare?${trip}`, { headers, redirect: 'follow' });
  const html = await page.text();
  assert.equal(page.status, 200, html);
  return { json, html };
}

const day = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** A note may state only a month or a year. */
function roughDay(date: string): string {
  if (date.length === 'YYYY'.length) return date;
  if (date.length === 'YYYY-MM-DD'.length) return day(date);
  return new Date(date).toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });
}
const STATED = new Map([
  [true, 'Yes'],
  [false, 'No'],
  [null, 'Not stated'],
]);

/** Clicks are counted by interface, so the links of two interfaces differ in that word alone. */
const linkOnPage = ({ go }: Result): string => go.replace('via=api', 'via=page');

/** How many plans stated each fact that most plans leave out. */
const statedFacts = { refund: 0, calls: 0, sms: 0, hotspot_gb: 0 };

/** Compares the terms of the shop and the features. */
function compareTerms(shown: ShownCard, { provider, features }: Result, where: string): void {
  const { refund } = provider;
  if (refund !== null) statedFacts.refund += 1;
  assert.equal(
    shown.rows.get('Refund'),
    refund === null ? 'Not stated' : `The shop states (${day(refund.checked_on)}): ${refund.text}`,
    where,
  );
  for (const [feature, label] of [
    ['calls', 'Calls'],
    ['sms', 'Text messages'],
  ] as const) {
    if (features[feature] !== null) statedFacts[feature] += 1;
    assert.equal(shown.rows.get(label), STATED.get(features[feature]), `${where} ${feature}`);
  }
  const { hotspot, hotspot_gb: most } = features;
  const cap = hotspot === true && most !== null ? `, up to ${most} GB` : '';
  if (cap !== '') statedFacts.hotspot_gb += 1;
  assert.equal(shown.rows.get('Hotspot'), `${STATED.get(hotspot)}${cap}`, where);
}

/** Compares the plans that a group shares, and the notes of the destinations. */
function compareAboutTheTrip({ sharing, good_to_know, query }: Comparison, html: string, trip: string): void {
  const shown = aboutTheTripOf(html);
  if (sharing === undefined) assert.equal(shown.sharing, null, trip);
  else if (sharing === null) assert.match(shown.sharing?.text ?? '', /We know no plans/, trip);
  else {
    const { usd, legs } = sharing.recommended;
    const { text, cards } = shown.sharing ?? assert.fail(`${trip}: no shared plan`);
    assert.ok(text.startsWith(`Shared by all ${query.travellers} by hotspot`), text);
    assert.ok(text.includes(money(usd)), text);
    assert.equal(cards.length, legs.length, trip);
    for (const [at, { result }] of legs.entries()) {
      const card = cards[at]!;
      assert.ok(result, trip);
      assert.equal(card.price, money(result.price.usd), trip);
      assert.equal(card.outLink, linkOnPage(result), trip);
      assert.equal(card.bill.at(-1), `With drawbacks ${money(result.why.comparable_usd)}`, trip);
      compareTerms(card, result, `${trip}, shared`);
    }
  }
  assert.equal(shown.notes.length, good_to_know.length, trip);
  for (const { text, caveat, checked_on, may_have_changed, sources } of good_to_know) {
    const note = shown.notes.find((one) => one.includes(text)) ?? '';
    for (const words of [text, caveat ?? '', `As of ${roughDay(checked_on)}.`])
      assert.ok(note.includes(words), `${trip}: ${words}: ${note}`);
    for (const { publisher } of sources) assert.ok(note.includes(publisher), note);
    assert.equal(note.includes('This may have changed since.'), may_have_changed, note);
  }
}

/** Compares a plan of a list or of a way with the result in the JSON. */
function comparePlan(
  shown: ShownCard,
  result: Result,
  where: string,
): { readonly several: boolean; readonly conditional: boolean } {
  compareTerms(shown, result, where);
  const { price, why, copies, coupons } = result;
  assert.equal(shown.price, money(price.usd), where);
  if (copies > 1) assert.match(shown.facts, new RegExp(`${copies} × `), where);
  assert.equal(shown.outLink, linkOnPage(result), where);
  assert.ok(shown.heading.includes(result.provider.name), `${where}: ${shown.heading}`);
  assert.ok(shown.details.includes(result.plan.name), `${where}: ${shown.details}`);

  const [first = '', ...further] = shown.bill;
  const dollarsOf = (line: string) => cents(Number(/\$([\d.,]+)$/.exec(line)?.[1]?.replaceAll(',', '')));
  assert.ok(first.endsWith(money(price.usd)), `${where}: ${first}`);
  assert.equal(further.at(-1), `With drawbacks ${money(why.comparable_usd)}`, where);
  assert.equal(
    dollarsOf(first) + sum(further.slice(0, -1).map(dollarsOf)),
    cents(why.comparable_usd),
    `${where}: the bill adds up`,
  );
  assert.equal(further.length - 1, why.drawbacks.length, where);
  for (const [at, { usd }] of why.drawbacks.entries()) {
    assert.ok(further[at]?.endsWith(`+ ${money(usd)}`), `${where}: ${further[at]}`);
  }

  const included = coupons.filter(({ applied_to_price }) => applied_to_price);
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  assert.equal(shown.appliedCoupons.length, included.length, where);
  assert.equal(shown.otherCoupons.length, others.length, where);
  for (const [at, text] of shown.appliedCoupons.entries()) {
    assert.equal(text.split(' · ').length - 1, included[at]?.conditions.length, `${where}: ${text}`);
  }
  for (const [at, text] of shown.otherCoupons.entries()) {
    assert.ok(text.includes(money(others[at]?.usd ?? -1)), `${where}: ${text}`);
    assert.equal(/Replaces/.test(text), included.length > 0, `${where}: ${text}`);
  }
  assert.equal(shown.observedAt, result.freshness.observed_at, where);
  return { several: copies > 1, conditional: others.length > 0 };
}

/** Every link of a filter leads to as many plans as it says. */
async function compareFilters(service: TestService, { filters }: ShownPage, trip: string): Promise<number> {
  for (const { text, query } of filters) {
    const answer = await service.get(`/api/v1/plans?${query}&limit=1`);
    const { considered } = (await answer.json()) as Comparison;
    const count = Number(/ ([\d,]+) plans$/.exec(text)?.[1]?.replaceAll(',', ''));
    assert.equal(count, considered.meet_the_need, `${trip}: ${text}`);
  }
  return filters.length;
}

/** Every filter that narrows a list down leads to as many plans as it says. */
async function compareNarrowing(
  service: TestService,
  { narrowing }: ShownPage,
  trip: string,
): Promise<number> {
  for (const { text, query } of narrowing) {
    const { considered } = await service.json<Comparison>(`/api/v1/plans?${query}&limit=1`);
    const count = Number(/ \(([\d,]+)\)$/.exec(text)?.[1]?.replaceAll(',', ''));
    assert.equal(count, considered.meet_the_need, `${trip}: ${text}`);
  }
  return narrowing.length;
}

const TITLES = {
  best_value: 'Best value',
  cheapest: 'Cheapest',
  fewest_unknowns: 'Fewest open questions',
} as const;

/** Compares the picks above the lists, and what a group pays if it shares. */
function comparePicks({ picks, sharing }: Comparison, shown: ShownPage, trip: string): void {
  assert.equal(shown.picks.length, picks.length, trip);
  for (const [at, { picks: titles, result }] of picks.entries()) {
    const tile = shown.picks[at]!;
    assert.deepEqual(
      tile.titles,
      titles.map((title) => TITLES[title]),
      trip,
    );
    assert.equal(tile.price, money(result.price.usd), trip);
    assert.equal(tile.outLink, linkOnPage(result), trip);
    for (const name of [result.provider.name, result.plan.name])
      assert.ok(tile.heading.includes(name), `${trip}: ${tile.heading}`);
  }
  assert.equal(shown.sharedPick === null, sharing == null, trip);
  if (sharing != null)
    assert.ok(shown.sharedPick?.includes(money(sharing.recommended.usd)), `${trip}: ${shown.sharedPick}`);
}

/** How often each case of a list occurred. */
const listCases = () => ({ conditional: 0, cut: 0, groups: 0, several: 0, short: 0 });

/** Compares the tabs, the lists and what stands above them. */
function compareOrders(
  json: Comparison,
  { tabs, lists }: ShownPage,
  trip: string,
  seen: ReturnType<typeof listCases>,
): void {
  for (const [index, order] of ORDERS.entries()) {
    const results = json.orders[order];
    const list = lists[index]!;
    assert.equal(list.cards.length, results.length, trip);

    const [first] = results;
    const answer =
      first?.fits.meets_need === true ? `${money(first.price.usd)} ${first.provider.name}` : 'no full match';
    const isDearer =
      first !== undefined &&
      (json.sharing?.cheapest.usd ?? Number.POSITIVE_INFINITY) < (first.price.group_usd ?? 0);
    const own = isDearer ? { ...TAB_NAMES, Cheapest: 'Cheapest own eSIM' } : TAB_NAMES;
    const names = json.itinerary === undefined ? own : SINGLE_NAMES;
    assert.equal(tabs[index], `${names[order]} ${answer}`, trip);

    const covering = results.filter(({ fits }) => fits.meets_need).length;
    const all = json.considered.meet_the_need;
    const plans = `${all} plan${all === 1 ? '' : 's'}`;
    const weaker = covering < 20 ? all - covering : 0;
    const shares = `${plans}: ${covering} shown, ${weaker} weaker offer${weaker === 1 ? '' : 's'} of the same shops.`;
    const top = `Top ${covering} of ${all} suitable plans.`;
    const said = all === covering ? `${plans}.` : weaker > 0 ? shares : top;
    assert.ok(list.summary.startsWith(covering === 0 ? '' : said), `${trip} ${order}: ${list.summary}`);
    if (said === top) seen.cut += 1;
    const short = results.length - covering;
    const saidShort = /(\d+) more that do(?:es)? not cover/.exec(list.summary)?.[1] ?? '0';
    assert.equal(saidShort, String(covering === 0 ? 0 : short), list.summary);
    if (short > 0) seen.short += 1;

    if (order === 'Fastest') assert.equal(list.summary.includes('advertised speed'), all > 0, trip);

    for (const [place, result] of results.entries()) {
      const where = `${trip} ${order} ${place + 1}`;
      const { several, conditional } = comparePlan(list.cards[place]!, result, where);
      assert.equal(list.cards[place]!.comparable, money(result.why.comparable_usd), where);
      const { comparable_usd: comparable } = result.why;
      const sorted = order === 'Recommended' ? sortedOf(comparable, result.price.group_usd) : null;
      assert.equal(list.cards[place]!.sorted, sorted, where);
      assert.ok(list.cards[place]!.heading.includes(result.plan.name), where);
      const group = result.price.group_usd;
      const saidGroup = group === null ? null : `${json.query.travellers} travellers: ${money(group)}`;
      assert.equal(list.cards[place]!.group, saidGroup, where);
      if (group !== null) seen.groups += 1;
      if (several) seen.several += 1;
      if (conditional) seen.conditional += 1;
    }
  }
}

/** An amount for one person is told from that of the group. */
const sortedOf = (comparable: number, group: number | null): string =>
  `with drawbacks ${money(comparable)}${group === null ? '' : ' per person'}`;

const eachAndAll = (usd: number, group: number | null): string =>
  ` for ${money(usd)}${group === null ? '' : ` each (${money(group)} in all)`}`;

/** Compares the lists of every trip with the JSON. The trips together must contain every case. */
export async function compareLists(service: TestService, trips: readonly string[]): Promise<void> {
  assert.equal(new Set(trips).size, trips.length);
  const lists = listCases();
  const seen = { filters: 0, narrowing: 0, notes: 0, shared: 0 };
  for (const trip of trips) {
    const { json, html } = await bothOf(service, trip);
    const shown = resultsOf(html);
    seen.filters += await compareFilters(service, shown, trip);
    seen.narrowing += await compareNarrowing(service, shown, trip);
    comparePicks(json, shown, trip);
    compareAboutTheTrip(json, html, trip);
    if (json.good_to_know.length > 0) seen.notes += 1;
    if (json.sharing != null) seen.shared += 1;
    const [best] = json.orders.Recommended;
    if (best !== undefined) {
      const { verdict } = shown;
      const isClosest = json.considered.meet_the_need === 0;
      assert.ok(
        verdict.includes(`${isClosest ? 'Closest match' : 'Best value'}: ${best.provider.name}, `),
        verdict,
      );
      assert.ok(verdict.endsWith(eachAndAll(best.price.usd, best.price.group_usd)), verdict);
    }
    compareOrders(json, shown, trip, lists);
  }
  // The sample market must contain every case, or the test would prove nothing.
  for (const [what, times] of Object.entries({ ...seen, ...lists, ...statedFacts }))
    assert.ok(times > 0, what);
}

type Split = NonNullable<NonNullable<Comparison['itinerary']>['recommended']>;

/** Two ways with as many eSIMs are told apart by their shops. */
function titleOf(split: Split, all: readonly Split[]): string {
  const nameOf = ({ legs, purchases }: Split) =>
    legs.length === 1 ? 'One eSIM all the way' : `${purchases} separate eSIMs`;
  const name = nameOf(split);
  const { legs } = split;
  const isAlike = all.some((other) => other.legs !== legs && nameOf(other) === name);
  const shops = new Set(legs.flatMap(({ result }) => (result === null ? [] : [result.provider.name])));
  return isAlike ? `${name}, ${new Intl.ListFormat('en').format(shops)}` : name;
}

/** The two dearest drawbacks of a way by the bills of its legs, without what its head says in other words. */
function worstOf(legs: readonly ShownCard[]): string[] {
  const said = ['Must be bought more than once', 'Does not cover the trip'];
  const drawbacks = legs
    .flatMap(({ bill }) => bill.map((line) => /^(.+) \+ \$([\d.]+)$/.exec(line)))
    .flatMap((line) => (line === null ? [] : [{ text: line[1]!, usd: Number(line[2]) }]))
    .filter(({ text }) => !said.includes(text));
  const words = drawbacks.toSorted((a, b) => b.usd - a.usd).map(({ text }) => text);
  return [...new Set(words)].slice(0, 2);
}

/** What speaks for and against a way. */
function notesOf({ legs, purchases }: Split): string[] {
  const unserved = legs.filter(({ result }) => result === null).flatMap(({ stops }) => stops);
  const places = new Intl.ListFormat('en').format(
    unserved.map(({ country }) => placeNames.of(country) ?? ''),
  );
  return [
    ...(purchases === 1 ? ['Nothing to swap on the road'] : []),
    ...(purchases > 1 ? [`Buy and install ${purchases} times`] : []),
    ...(unserved.length > 0 ? [`We found no suitable plan for ${places}.`] : []),
    ...(legs.some(({ result }) => result?.fits.meets_need === false) ? ['Does not cover the trip'] : []),
  ];
}

/** Compares every way and every plan of it with the JSON. The trips together must contain every case. */
export async function compareItineraries(service: TestService, journeys: readonly string[]): Promise<void> {
  const seen = {
    groups: 0,
    two: 0,
    same: 0,
    legs: 0,
    one: 0,
    nothing: 0,
    conditional: 0,
    several: 0,
    misses: 0,
    filters: 0,
    onlyList: 0,
  };
  const lists = listCases();
  for (const journey of journeys) {
    const trip = `country=${journey}`;
    const { json, html } = await bothOf(service, trip);
    const shown = waysOf(html);
    compareAboutTheTrip(json, html, trip);
    const results = resultsOf(html);
    seen.filters += await compareFilters(service, results, trip);
    const [first] = json.orders.Recommended;
    if (first !== undefined) compareOrders(json, results, trip, lists);
    const { recommended, cheapest } = json.itinerary!;
    const { verdict } = results;
    // Filters can leave no way, or a way without any plan, which is not shown, because it would be free.
    if (
      recommended === null ||
      cheapest === null ||
      recommended.legs.every(({ result }) => result === null)
    ) {
      assert.equal(shown.length, 0, trip);
      if (first === undefined) continue;
      seen.onlyList += 1;
      const label = json.considered.meet_the_need === 0 ? 'Closest match' : 'Best value';
      assert.ok(verdict.includes(`. ${label}: ${first.provider.name}, `), verdict);
      assert.ok(verdict.endsWith(eachAndAll(first.price.usd, first.price.group_usd)), verdict);
      continue;
    }
    const isCovered = recommended.legs.every(({ result }) => result?.fits.meets_need === true);
    assert.ok(verdict.includes(isCovered ? '. Best value: ' : '. Closest match: '), verdict);
    assert.ok(verdict.endsWith(eachAndAll(recommended.usd, recommended.group_usd)), verdict);
    const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
    seen[isSame ? 'same' : 'two'] += 1;
    // Sharing by hotspot may cost a group less.
    const isCheapest =
      json.sharing == null || json.sharing.cheapest.usd >= (cheapest.group_usd ?? cheapest.usd);
    const cheapestTags = isCheapest ? ['Cheapest'] : [];
    const ways: [string[], Split][] = isSame
      ? [[['Best value', ...cheapestTags], recommended]]
      : [
          [['Best value'], recommended],
          [cheapestTags, cheapest],
        ];
    const hasSingle = ways.some(([, { legs }]) => legs.length === 1);
    assert.equal(shown.length, ways.length + (first === undefined || hasSingle ? 0 : 1), trip);
    if (first !== undefined && !hasSingle) {
      seen.one += 1;
      assert.equal(shown.at(-1)?.price, money(first.price.usd), trip);
      assert.deepEqual(shown.at(-1)?.tags, [], trip);
    }
    for (const [at, [tags, split]] of ways.entries()) {
      const way = shown[at]!;
      assert.deepEqual(
        way.tags.filter((tag) => tag === 'Best value' || tag === 'Cheapest'),
        tags,
        trip,
      );
      assert.equal(
        way.title,
        titleOf(
          split,
          ways.map(([, other]) => other),
        ),
        trip,
      );
      assert.equal(way.price, money(split.usd), trip);
      const group = split.group_usd;
      const said = group === null ? null : `${json.query.travellers} travellers: ${money(group)}`;
      assert.equal(way.group, said, trip);
      if (group !== null) seen.groups += 1;
      assert.deepEqual(way.notes, [...notesOf(split), ...worstOf(way.legs)], trip);
      assert.equal(way.sorted, sortedOf(split.comparable_usd, group), trip);
      assert.equal(way.legs.length, split.legs.length, trip);
      for (const [place, { stops, result }] of split.legs.entries()) {
        const leg = way.legs[place]!;
        const where = `${trip}, way ${at + 1}, leg ${place + 1}`;
        seen.legs += 1;
        for (const { country, days } of stops)
          assert.ok(leg.places.includes(`${placeNames.of(country)}, ${days} day`), `${where}: ${leg.places}`);
        if (result === null) {
          seen.nothing += 1;
          assert.equal(leg.shortfall, 'No suitable plans found', where);
          assert.equal(leg.price, null, where);
          continue;
        }
        for (const networks of Object.values(result.speed.networks_by_country ?? {}))
          assert.ok(
            networks.every((name) => leg.places.includes(name)),
            `${where}: ${leg.places}`,
          );
        const { several, conditional } = comparePlan(leg, result, where);
        if (several) seen.several += 1;
        if (conditional) seen.conditional += 1;
        assert.equal(leg.shortfall === null, result.fits.meets_need, where);
        if (!result.fits.meets_need) seen.misses += 1;
      }
    }
  }
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, what);
}
