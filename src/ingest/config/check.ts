/** Everything that can be wrong with the operator's files, found at once: `esim check`. */
import type { TSchema } from 'typebox';
import { isCountry } from '../../domain/countries.ts';
import { jsonPlaces } from '../../limits/json-places.ts';
import { isAllowedHost } from '../normalise/link.ts';
import type { Adapter } from '../types.ts';
import { isDiscountPossible } from './coupons.ts';
import type { ConfigFiles } from './files.ts';
import { type Problem, parseFile, problemsOf } from './problems.ts';
import {
  type CouponEntry,
  CouponsSchema,
  type OverrideEntry,
  OverridesSchema,
  type ProviderFile,
  ProviderSchema,
  type SourceEntry,
  type SourcesFile,
  SourcesSchema,
} from './schema.ts';

interface CheckedFiles {
  readonly sources: SourcesFile | null;
  readonly providers: readonly ProviderFile[];
  readonly coupons: readonly CouponEntry[];
  readonly overrides: readonly OverrideEntry[];
  readonly problems: readonly Problem[];
}

/** Tells what is wrong at a path of one file. */
type Say = (path: string, message: string) => void;

export function checkConfig(files: ConfigFiles, adapters: readonly Adapter[]): readonly Problem[] {
  return checkFiles(files, adapters).problems;
}

export function checkFiles(files: ConfigFiles, adapters: readonly Adapter[]): CheckedFiles {
  const { unreadable = [] } = files;
  const problems: Problem[] = [...unreadable];
  const sayIn = (file: string): Say => {
    return (path, message) => problems.push({ file, path, message });
  };
  const sources = parseFile(files.sources, SourcesSchema, problems);
  const providers = files.providers.flatMap((file) => {
    const provider = parseFile(file, ProviderSchema, problems);
    if (provider === null) return [];
    checkProvider(file.name, provider, sayIn(file.name));
    return [provider];
  });
  const couponFile = files.coupons;
  const coupons = couponFile === null ? [] : (parseFile(couponFile, CouponsSchema, problems)?.coupons ?? []);
  // A broken provider file or folder is reported itself; that its sources then have no provider adds nothing.
  const isWhole = files.providers.length === providers.length && unreadable.length === 0;
  const known = isWhole ? new Set(providers.map(({ id }) => id)) : null;
  if (sources !== null) checkSources(sources, known, adapters, sayIn(files.sources.name));
  if (couponFile !== null) checkCoupons(coupons, known, sayIn(couponFile.name));
  const overrides =
    files.overrides === null ? [] : (parseFile(files.overrides, OverridesSchema, problems)?.overrides ?? []);
  if (files.overrides !== null) checkOverrides(overrides, sayIn(files.overrides.name));
  return { sources, providers, coupons, overrides, problems: problems.map((one) => placed(one, files)) };
}

/** With line and column, where the file could be read as JSON. */
export function placed(problem: Problem, { sources, providers, coupons, overrides }: ConfigFiles): Problem {
  const file = [sources, ...providers, coupons, overrides].find((one) => one?.name === problem.file);
  if (problem.place !== undefined || file == null) return problem;
  const steps = [...problem.path.matchAll(/[^.[\]]+/g)].map(([step]) =>
    /^\d+$/.test(step) ? Number(step) : step,
  );
  return { ...problem, place: jsonPlaces(file.text.replace(/^\uFEFF/, ''))(steps) };
}

const isNoDay = (text: string): boolean => Number.isNaN(Date.parse(text));

/** Says of each value that stands here a second time. */
function sayTwice(say: Say, what: string): (path: string, value: string) => void {
  const seen = new Set<string>();
  return (path, value) => {
    if (seen.has(value)) say(path, `"${value}" is ${what} twice`);
    seen.add(value);
  };
}

/** A provider may be made from rows, so that it has a file is not asked. */
function checkOverrides(overrides: readonly OverrideEntry[], say: Say): void {
  const meet = sayTwice(say, 'named');
  overrides.forEach(({ provider, plan, hide, set, until }, index) => {
    const path = `overrides[${index}]`;
    if ((hide === true) === (set !== undefined)) say(path, 'needs either "hide" or "set"');
    meet(`${path}.plan`, `${provider}/${plan}`);
    if (isNoDay(until)) say(`${path}.until`, 'is no day of the calendar');
  });
}

function checkProvider(file: string, { id, homepage, hosts }: ProviderFile, say: Say): void {
  if (!file.endsWith(`${id}.json`)) say('id', `is "${id}", so the file must be called ${id}.json`);
  const url = URL.parse(homepage);
  if (url === null || !isAllowedHost(url.hostname, hosts)) say('homepage', 'is not on one of the hosts');
}

function checkSources(
  { sources, rates }: SourcesFile,
  providers: ReadonlySet<string> | null,
  adapters: readonly Adapter[],
  say: Say,
): void {
  if (rates?.file !== undefined && rates.url !== undefined) say('rates', 'has both "file" and "url"');
  const meet = sayTwice(say, 'used');
  sources.forEach((source, index) => {
    const at = `sources[${index}]`;
    const { id, provider, providers: many } = source;
    meet(`${at}.id`, id);
    if ((provider !== undefined) === (many !== undefined)) say(at, 'needs either "provider" or "providers"');
    const named = Object.entries(many?.names ?? {}).map(([name, file]) => [`providers.names.${name}`, file]);
    for (const [path, file] of [['provider', provider], ...named])
      if (file !== undefined && providers?.has(file) === false)
        say(`${at}.${path}`, `"${file}" has no file in the providers folder`);
    for (const [text, code] of Object.entries(source.places ?? {}))
      if (code !== null && !isCountry(code)) say(`${at}.places.${text}`, `"${code}" is no country`);
    const adapter = adapters.find((one) => one.id === source.adapter);
    const ids = adapters.map((one) => one.id).join(', ');
    if (adapter === undefined) say(`${at}.adapter`, `"${source.adapter}" is not known; there are ${ids}`);
    else checkForAdapter(source, adapter, (path, message) => say(`${at}.${path}`, message));
  });
}

function checkForAdapter({ options = {}, credentials = {} }: SourceEntry, adapter: Adapter, say: Say): void {
  const faults = problemsOf('', 'options', adapter.options as TSchema, options);
  for (const { path, message } of faults) say(path, message);
  const conflicts = faults.length > 0 ? [] : (adapter.conflicts?.({ ...options }) ?? []);
  for (const { option, message } of conflicts) say(`options.${option}`, message);
  const given = Object.keys(credentials);
  for (const role of adapter.credentials)
    if (!given.includes(role)) say('credentials', `lacks "${role}" (the name of a variable)`);
  const known = [...adapter.credentials, ...(adapter.optionalCredentials ?? [])];
  for (const role of given)
    if (!known.includes(role)) say('credentials', `"${role}" is not used by ${adapter.id}`);
}

function checkCoupons(
  coupons: readonly CouponEntry[],
  providers: ReadonlySet<string> | null,
  sayInFile: Say,
): void {
  const meet = sayTwice(sayInFile, 'used');
  coupons.forEach((coupon, index) => {
    const say: Say = (path, message) => sayInFile(`coupons[${index}].${path}`, message);
    meet(`coupons[${index}].id`, coupon.id);
    if (providers?.has(coupon.provider) === false)
      say('provider', `"${coupon.provider}" has no file in the providers folder`);
    if (!isDiscountPossible(coupon)) say('discount', 'must be above nothing and at most 100%');
    for (const code of coupon.countries ?? [])
      if (!isCountry(code)) say('countries', `"${code}" is no country`);
    const { validFrom, validUntil, verifiedAt } = coupon;
    for (const [path, day] of Object.entries({ validFrom, validUntil, verifiedAt }))
      if (day !== undefined && isNoDay(day)) say(path, 'is no day of the calendar');
    if (validFrom !== undefined && validUntil !== undefined && Date.parse(validUntil) < Date.parse(validFrom))
      say('validUntil', 'lies before validFrom');
  });
}
