/** Everything that can be wrong with the operator's files, found at once: `esim check`. */
import type { TSchema } from 'typebox';
import { isCountry } from '../../domain/countries.ts';
import { jsonPlaces } from '../../limits/json-places.ts';
import type { Adapter } from '../adapter.ts';
import { isAllowedHost } from '../link.ts';
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

export interface CheckedFiles {
  readonly sources: SourcesFile | null;
  readonly providers: readonly ProviderFile[];
  readonly coupons: readonly CouponEntry[];
  readonly overrides: readonly OverrideEntry[];
  readonly problems: readonly Problem[];
}

export function checkConfig(files: ConfigFiles, adapters: readonly Adapter[]): readonly Problem[] {
  return checkFiles(files, adapters).problems;
}

export function checkFiles(files: ConfigFiles, adapters: readonly Adapter[]): CheckedFiles {
  const problems: Problem[] = [...(files.unreadable ?? [])];
  const sources = parseFile(files.sources, SourcesSchema, problems);
  const providers = files.providers.flatMap((file) => {
    const provider = parseFile(file, ProviderSchema, problems);
    if (provider === null) return [];
    problems.push(...oddProvider(file.name, provider));
    return [provider];
  });
  const couponFile = files.coupons;
  const coupons = couponFile === null ? [] : (parseFile(couponFile, CouponsSchema, problems)?.coupons ?? []);
  // A broken provider file or folder is reported itself; that its sources then have no provider adds nothing.
  const isWhole = files.providers.length === providers.length && (files.unreadable ?? []).length === 0;
  const known = isWhole ? new Set(providers.map(({ id }) => id)) : null;
  if (sources !== null) problems.push(...oddSources(files.sources.name, sources, known, adapters));
  if (couponFile !== null) problems.push(...oddCoupons(couponFile.name, coupons, known));
  const overrides =
    files.overrides === null ? [] : (parseFile(files.overrides, OverridesSchema, problems)?.overrides ?? []);
  if (files.overrides !== null) problems.push(...oddOverrides(files.overrides.name, overrides));
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

/** A provider may be made from rows, so that it has a file is not asked. */
function oddOverrides(file: string, overrides: readonly OverrideEntry[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  overrides.forEach(({ provider, plan, hide, set, until }, index) => {
    const path = `overrides[${index}]`;
    if ((hide === true) === (set !== undefined))
      problems.push({ file, path, message: 'needs either "hide" or "set"' });
    if (seen.has(`${provider}/${plan}`))
      problems.push({ file, path: `${path}.plan`, message: `"${provider}/${plan}" is named twice` });
    seen.add(`${provider}/${plan}`);
    if (Number.isNaN(Date.parse(until)))
      problems.push({ file, path: `${path}.until`, message: 'is no day of the calendar' });
  });
  return problems;
}

function oddProvider(file: string, { id, homepage, hosts }: ProviderFile): Problem[] {
  const problems: Problem[] = [];
  if (!file.endsWith(`${id}.json`))
    problems.push({ file, path: 'id', message: `is "${id}", so the file must be called ${id}.json` });
  const url = URL.parse(homepage);
  if (url === null || !isAllowedHost(url.hostname, hosts))
    problems.push({ file, path: 'homepage', message: 'is not on one of the hosts' });
  return problems;
}

function oddSources(
  file: string,
  { sources, rates }: SourcesFile,
  providers: ReadonlySet<string> | null,
  adapters: readonly Adapter[],
): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, message: string) => problems.push({ file, path, message });
  if (rates?.file !== undefined && rates.url !== undefined) say('rates', 'has both "file" and "url"');
  const seen = new Set<string>();
  sources.forEach((source, index) => {
    const at = `sources[${index}]`;
    if (seen.has(source.id)) say(`${at}.id`, `"${source.id}" is used twice`);
    seen.add(source.id);
    const { provider } = source;
    const isNamed = provider !== undefined;
    if (isNamed === (source.providers !== undefined)) say(at, 'needs either "provider" or "providers"');
    for (const [path, id] of [
      ['provider', provider ?? ''],
      ...Object.entries(source.providers?.names ?? {}).map(([name, file]) => [
        `providers.names.${name}`,
        file,
      ]),
    ] as const)
      if (providers !== null && id !== '' && !providers.has(id))
        say(`${at}.${path}`, `"${id}" has no file in the providers folder`);
    for (const [text, code] of Object.entries(source.places ?? {}))
      if (code !== null && !isCountry(code)) say(`${at}.places.${text}`, `"${code}" is no country`);
    const adapter = adapters.find(({ id }) => id === source.adapter);
    if (adapter === undefined) {
      const ids = adapters.map(({ id }) => id).join(', ');
      say(`${at}.adapter`, `"${source.adapter}" is not known; there are ${ids}`);
    } else problems.push(...oddForAdapter(file, at, source, adapter));
  });
  return problems;
}

function oddForAdapter(file: string, at: string, source: SourceEntry, adapter: Adapter): Problem[] {
  const options: Readonly<Record<string, unknown>> = { ...source.options };
  const problems = problemsOf(file, `${at}.options`, adapter.options as TSchema, options);
  if (problems.length === 0)
    for (const { option, message } of adapter.conflicts?.(options) ?? [])
      problems.push({ file, path: `${at}.options.${option}`, message });
  const given = Object.keys(source.credentials ?? {});
  for (const role of adapter.credentials)
    if (!given.includes(role))
      problems.push({ file, path: `${at}.credentials`, message: `lacks "${role}" (the name of a variable)` });
  const known = [...adapter.credentials, ...(adapter.optionalCredentials ?? [])];
  for (const role of given)
    if (!known.includes(role))
      problems.push({ file, path: `${at}.credentials`, message: `"${role}" is not used by ${adapter.id}` });
  return problems;
}

function oddCoupons(
  file: string,
  coupons: readonly CouponEntry[],
  providers: ReadonlySet<string> | null,
): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  coupons.forEach((coupon, index) => {
    const say = (path: string, message: string) =>
      problems.push({ file, path: `coupons[${index}].${path}`, message });
    if (seen.has(coupon.id)) say('id', `"${coupon.id}" is used twice`);
    seen.add(coupon.id);
    if (providers !== null && !providers.has(coupon.provider))
      say('provider', `"${coupon.provider}" has no file in the providers folder`);
    if (!isDiscountPossible(coupon)) say('discount', 'must be above nothing and at most 100%');
    for (const code of coupon.countries ?? [])
      if (!isCountry(code)) say('countries', `"${code}" is no country`);
    for (const key of ['validFrom', 'validUntil', 'verifiedAt'] as const) {
      const day = coupon[key];
      if (day !== undefined && Number.isNaN(Date.parse(day))) say(key, 'is no day of the calendar');
    }
    const { validFrom, validUntil } = coupon;
    if (validFrom !== undefined && validUntil !== undefined && Date.parse(validUntil) < Date.parse(validFrom))
      say('validUntil', 'lies before validFrom');
  });
  return problems;
}
