/** Checks the operator's files without starting or fetching anything. Host names are resolved. Reports all problems, or what was checked. */

import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { DISCOUNT_MAX_PERCENT, LISTED_DAYS, PRICED_DAYS } from '../../domain/coupon.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { ConfigError, type Problem, problemAt, type TextFile } from '../../operator-files/problems.ts';
import { readFileTextAsync } from '../../operator-files/read-file.ts';
import { type Environment, secretOf, UnusableSecret } from '../../operator-files/secrets.ts';
import { whyUnreadable } from '../../operator-files/unreadable.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { checkFiles, isSavedFeed } from '../config/check.ts';
import { hasEnded } from '../config/coupons.ts';
import { type ConfigFiles, readConfigFiles } from '../config/files.ts';
import { savedResponse } from '../config/load.ts';
import type { RateTable } from '../config/rates.ts';
import { dateProblem, parseRates, RatesError } from '../config/rates.ts';
import type { CouponEntry, ProviderFile, SourcesFile } from '../config/schema.ts';
import { endOf } from '../parse/days.ts';
import { shownName } from '../parse/plan-names.ts';
import { unusedEntries } from '../run/unused.ts';
import { addressNotes } from './check-hosts.ts';

export interface CheckReport {
  /** What was checked, for the operator. Empty if there is a problem. */
  readonly checked: readonly string[];
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

/** What the last ingest stored. */
export interface StoredFacts {
  /** null: there are none. */
  readonly rates: RateTable | null;
  /** null: there is none, or it is the sample market. */
  readonly catalogue: Pick<Catalogue, 'plans' | 'sources'> | null;
  /** The published ids of all plans that the feeds listed; null: unknown. */
  readonly seenPlans: ReadonlySet<string> | null;
}

export const NOTHING_STORED: StoredFacts = { rates: null, catalogue: null, seenPlans: null };

/** `stored` is null if the store could not be opened. Then `esim check` reports that among the problems of the settings. */
export async function checkConfigFiles(
  sourcesFile: string,
  env: Environment,
  now: number,
  stored: StoredFacts | null,
): Promise<CheckReport> {
  const { rates: storedRates, catalogue, seenPlans } = stored ?? NOTHING_STORED;
  const files = await readOrProblems(sourcesFile);
  if (Array.isArray(files)) return { checked: [], notes: [], problems: files };
  const { sources, providers, coupons, overrides, problems } = checkFiles(files, Object.values(ADAPTERS), {
    isStrict: true,
  });
  const { name } = files.sources;
  const rates = await checkRates(files, sources, now, storedRates);
  const all = [
    ...problems,
    ...rates.problems,
    ...(await feedProblems(files, sources)),
    ...couponProblems(files, coupons, rates.table, now),
  ];
  const notes = [
    ...missingVariables(sources, env),
    ...(await unnamedFiles(files)),
    ...(sources === null ? [] : await addressNotes(sources)),
    ...(stored === null
      ? []
      : uncheckedNotes(
          coupons.filter((coupon) => !hasEnded(coupon, now)),
          sources,
          storedRates,
        )),
    ...coupons.flatMap((coupon) => couponNote(coupon, now) ?? []),
    ...providers.flatMap((provider) => refundNote(provider, now) ?? []),
    ...overrides
      .filter(({ until }) => endOf(until) <= now)
      .map(({ provider, plan, until }) => endedNote(`override of ${shownName(provider, plan)}`, until)),
    ...(sources === null || catalogue === null
      ? []
      : unusedEntries(
          { sources: sources.sources, providers, coupons, overrides },
          Array.from(catalogue.plans(), ({ plan }) => plan),
          seenPlans,
          (id) => catalogue.sources.some((source) => source.id === id && source.lastSuccess !== null),
          now,
        )),
  ];
  if (all.length > 0) return { checked: [], notes, problems: all };
  const counted = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const checked = [
    `${name}: ${counted(sources?.sources.length ?? 0, 'source')}`,
    counted(providers.length, 'provider'),
    counted(coupons.length, 'coupon'),
    ...(files.overrides === null ? [] : [counted(overrides.length, 'override')]),
    ...(sources?.rates?.file === undefined ? [] : ['exchange rates']),
  ];
  return { checked, notes, problems: [] };
}

/** A file of corrections beside the sources file is read only if the sources file names it. */
async function unnamedFiles(files: ConfigFiles): Promise<string[]> {
  const notes: string[] = [];
  for (const kind of ['coupons', 'overrides'] as const) {
    const name = `${kind}.json`;
    const exists = await access(resolve(files.folder, name)).then(
      () => true,
      () => false,
    );
    if (files[kind] === null && exists)
      notes.push(
        `${name} is not read, because ${files.sources.name} does not name it: add "${kind}": "${name}"`,
      );
  }
  return notes;
}

/** A feed in a file must exist. Other feeds are not opened. */
async function feedProblems({ sources, folder }: ConfigFiles, config: SourcesFile | null) {
  const problems: Problem[] = [];
  for (const [index, { options, paused }] of (config?.sources ?? []).entries()) {
    const path = paused === true ? null : savedResponse(options, folder);
    const fault = path === null ? null : await access(path).then(() => null, whyUnreadable);
    if (fault !== null)
      problems.push(
        problemAt(sources, ['sources', index, 'options', 'url'], `cannot be read: ${fault} (${path})`),
      );
  }
  return problems;
}

interface CheckedRates {
  /** null if the rates cannot be read, or if they come from `rates.url` and are not stored yet. */
  readonly table: RateTable | null;
  readonly problems: readonly Problem[];
}

/** The rates of an operator who configures none: only amounts in USD can be used. */
const USD_ONLY: RateTable = { date: '', usdFor: new Map([['USD', '1']]) };

async function checkRates(
  files: ConfigFiles,
  config: SourcesFile | null,
  now: number,
  storedRates: RateTable | null,
): Promise<CheckedRates> {
  if (config === null) return { table: storedRates, problems: [] };
  if (config.rates === undefined) return { table: USD_ONLY, problems: missingRates(files.sources, config) };
  const { file } = config.rates;
  if (file === undefined) return { table: storedRates, problems: [] };
  const path = resolve(files.folder, file);
  const bad = (message: string) => ({ table: null, problems: [{ file, path: '', message }] });
  let text: string;
  try {
    text = await readFileTextAsync(path);
  } catch (error) {
    const message = `cannot be read: ${whyUnreadable(error)} (${path})`;
    return { table: null, problems: [problemAt(files.sources, ['rates', 'file'], message)] };
  }
  try {
    const table = parseRates(text);
    const problem = dateProblem(table, now);
    return problem === null ? { table, problems: [] } : bad(problem);
  } catch (error) {
    if (error instanceof RatesError && error.faults.length > 0)
      return {
        table: null,
        problems: error.faults.map(({ position, message }) => ({ file, path: '', message, position })),
      };
    return bad((error as Error).message);
  }
}

/** A coupon with an amount that cannot be converted is left out. One that has ended is only noted. */
function couponProblems(
  { coupons: file }: ConfigFiles,
  coupons: readonly CouponEntry[],
  rates: RateTable | null,
  now: number,
): Problem[] {
  if (rates === null || file === null) return [];
  return coupons.flatMap((coupon, index) =>
    (hasEnded(coupon, now) ? [] : currenciesOf(coupon))
      .filter(({ currency }) => !rates.usdFor.has(currency))
      .map(({ field, currency }) => {
        const message =
          rates === USD_ONLY
            ? `is in ${currency}, and there are no exchange rates: ${ADD_RATES}`
            : `is in ${currency}, which has no exchange rate: the coupon would be left out`;
        return problemAt(file, ['coupons', index, field], message);
      }),
  );
}

const currenciesOf = ({ discount, minimumSpend, maximumDiscount }: CouponEntry) =>
  Object.entries({ discount, minimumSpend, maximumDiscount }).flatMap(([field, amount]) =>
    amount === undefined || 'percent' in amount ? [] : [{ field, currency: amount.currency }],
  );

/** Rates from `rates.url` are downloaded by an ingest and then stored. This check does not download them. */
function uncheckedNotes(
  coupons: readonly CouponEntry[],
  config: SourcesFile | null,
  storedRates: RateTable | null,
): string[] {
  const isUnknown = config?.rates?.url !== undefined && storedRates === null;
  const ids = coupons
    .filter((coupon) => currenciesOf(coupon).some(({ currency }) => currency !== 'USD'))
    .map(({ id }) => id);
  return isUnknown && ids.length > 0
    ? [
        `the currencies of ${ids.join(', ')} were not checked: no exchange rates are stored before the first esim ingest`,
      ]
    : [];
}

function refundNote({ id, refund }: ProviderFile, now: number): string | null {
  return refund !== undefined && Date.parse(refund.checkedOn) > now
    ? `the refund rule of ${id} was checked on ${refund.checkedOn}, which is in the future`
    : null;
}

/** Advice for an operator whose prices need exchange rates. */
export const ADD_RATES = 'add "rates" to the sources file';

/** Without rates, every row of a source without prices in USD is rejected. */
function missingRates(file: TextFile, { sources }: SourcesFile): Problem[] {
  return sources.flatMap(({ id, adapter, paused, options = {} }) => {
    if (paused === true) return [];
    const currencies = ADAPTERS[adapter]?.currencies?.(options) ?? [];
    if (currencies.length === 0 || currencies.includes('USD')) return [];
    const message = `is missing, and the prices of "${id}" are in ${currencies.join(', ')}: ${ADD_RATES}`;
    return [problemAt(file, ['rates'], message)];
  });
}

async function readOrProblems(path: string): Promise<ConfigFiles | Problem[]> {
  try {
    return await readConfigFiles(path);
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems];
    throw error;
  }
}

const endedNote = (what: string, until: string): string =>
  `the ${what} ended (${until}): renew it or remove it`;

/** Notes that a coupon is no longer used in prices, or is not used for some orders; null if there is nothing to note. */
function couponNote(coupon: CouponEntry, now: number): string | null {
  const { id, discount, confirmed, minimumSpend, validUntil = '', verifiedAt } = coupon;
  if (hasEnded(coupon, now)) return endedNote(`coupon ${id}`, validUntil);
  const days = Math.floor((now - Date.parse(verifiedAt)) / DAY_MS);
  const since = `the coupon ${id} was last confirmed on ${verifiedAt}`;
  if (Date.parse(verifiedAt) > now) return `${since}, which is in the future`;
  if (days > LISTED_DAYS) return `${since}: it is not shown`;
  if (days > PRICED_DAYS) return `${since}: it is shown, but is not used in prices`;
  if (confirmed === true) return null;
  const confirm = 'set "confirmed": true if that is intended';
  if ('percent' in discount)
    return Number(discount.percent) > DISCOUNT_MAX_PERCENT
      ? `the coupon ${id} is not used for a discount above ${DISCOUNT_MAX_PERCENT}%: ${confirm}`
      : null;
  const isSmall =
    minimumSpend?.currency === discount.currency &&
    Number(discount.amount) * 100 <= Number(minimumSpend.amount) * DISCOUNT_MAX_PERCENT;
  return isSmall
    ? null
    : `the coupon ${id} is not used for orders that it would reduce by more than ${DISCOUNT_MAX_PERCENT}%: ${confirm}`;
}

/** Missing variables are notes and not problems, because they may be set only where the service runs. */
function missingVariables(file: SourcesFile | null, env: Environment): string[] {
  const names = (file?.sources ?? [])
    .filter((source) => source.paused !== true && !isSavedFeed(source))
    .flatMap(({ credentials }) => Object.values(credentials ?? {}));
  return [...new Set(names)].flatMap((name) => {
    try {
      return secretOf(env, name) !== undefined
        ? []
        : `${name} is not set here: its source cannot be read without it`;
    } catch (error) {
      if (!(error instanceof UnusableSecret)) throw error;
      return `${error.variable} ${error.message}`;
    }
  });
}
