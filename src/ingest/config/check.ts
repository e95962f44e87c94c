/** Finds all problems of the operator's files at once. */
import { basename } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { TSchema } from 'typebox';
import { isInCalendar } from '../../domain/calendar.ts';
import { isCountry } from '../../domain/countries.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import type { JsonPath } from '../../operator-files/json.ts';
import { checkFile, type Problem, type Say, smallValueFindings } from '../../operator-files/problems.ts';
import type { Adapter } from '../adapter.ts';
import { isAllowedHost } from '../parse/value.ts';
import { addressKind, hostOf } from './address-kind.ts';
import { isDiscountPossible } from './coupons.ts';
import type { ConfigFiles } from './files.ts';
import {
  type CouponEntry,
  CouponsSchema,
  durationMs,
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

/** `isStrict`: addresses that cannot be fetched and values that were not filled in are problems too. */
export function checkFiles(
  files: ConfigFiles,
  adapters: readonly Adapter[],
  { isStrict = false } = {},
): CheckedFiles {
  const { unreadable = [] } = files;
  const sources = checkFile(files.sources, SourcesSchema);
  const providers = files.providers.map((file) => ({ file, ...checkFile(file, ProviderSchema) }));
  const coupons = files.coupons === null ? null : checkFile(files.coupons, CouponsSchema);
  const overrides = files.overrides === null ? null : checkFile(files.overrides, OverridesSchema);
  const validProviders = providers.flatMap(({ value }) => value ?? []);
  // An unreadable provider file or folder is reported once, and not again for each source that needs it.
  const areAllKnown = providers.length === validProviders.length && unreadable.length === 0;
  const providerIds = areAllKnown ? new Set(validProviders.map(({ id }) => id)) : null;
  for (const { file, value, say } of providers) if (value !== null) checkProvider(file.name, value, say);
  if (sources.value !== null) checkSources(sources.value, providerIds, adapters, sources.say);
  if (sources.value !== null && isStrict) checkValues(sources.value, sources.say);
  checkCoupons(coupons?.value?.coupons ?? [], providerIds, coupons?.say ?? (() => {}));
  checkOverrides(overrides?.value?.overrides ?? [], overrides?.say ?? (() => {}));
  const all = [sources, ...providers, ...[coupons, overrides].filter((file) => file !== null)];
  return {
    sources: sources.value,
    providers: validProviders,
    coupons: coupons?.value?.coupons ?? [],
    overrides: overrides?.value?.overrides ?? [],
    problems: [...unreadable, ...all.flatMap(({ problems }) => problems)],
  };
}

function uniqueCheck(say: Say, what: string): (path: JsonPath, value: string) => void {
  const seen = new Set<string>();
  return (path, value) => {
    if (seen.has(value)) say(path, `"${value}" is ${what} twice`);
    seen.add(value);
  };
}

/** The provider may be created from rows, so it needs no file. */
function checkOverrides(overrides: readonly OverrideEntry[], say: Say): void {
  const expectUnique = uniqueCheck(say, 'named');
  overrides.forEach(({ provider, plan, hide, set, until }, index) => {
    const path = ['overrides', index];
    if ((hide === true) === (set !== undefined)) say(path, 'needs either "hide" or "set"');
    expectUnique([...path, 'plan'], `${provider}/${plan}`);
    if (!isInCalendar(until)) say([...path, 'until'], 'is not a valid date');
  });
}

function checkProvider(file: string, { id, homepage, hosts, refund }: ProviderFile, say: Say): void {
  if (basename(file) !== `${id}.json`) say(['id'], `is "${id}", so the file must be called ${id}.json`);
  const url = URL.parse(homepage);
  if (url === null || !isAllowedHost(url.hostname, hosts)) say(['homepage'], 'is not on one of the hosts');
  if (refund !== undefined && !isInCalendar(refund.checkedOn))
    say(['refund', 'checkedOn'], 'is not a valid date');
}

/** A source that is read once a week would lose its plans before the next read. */
const EVERY_MAX_DAYS = 6;

function checkSources(
  { sources, rates }: SourcesFile,
  providerIds: ReadonlySet<string> | null,
  adapters: readonly Adapter[],
  say: Say,
): void {
  if (rates?.file !== undefined && rates.url !== undefined) say(['rates'], 'has both "file" and "url"');
  if (rates !== undefined && rates.file === undefined && rates.url === undefined)
    say(['rates'], 'needs "file" or "url"');
  const expectUnique = uniqueCheck(say, 'used');
  sources.forEach((source, index) => {
    const at = ['sources', index];
    const { id, provider, providers: many } = source;
    expectUnique([...at, 'id'], id);
    if ((provider !== undefined) === (many !== undefined)) say(at, 'needs either "provider" or "providers"');
    const expectFile = (path: JsonPath, file: string | undefined) => {
      if (file !== undefined && providerIds?.has(file) === false)
        say([...at, ...path], `"${file}" has no file in the providers folder`);
    };
    expectFile(['provider'], provider);
    for (const [name, file] of Object.entries(many?.names ?? {}))
      expectFile(['providers', 'names', name], file);
    checkTrackingLink([...at, 'trackingLink'], source.trackingLink ?? '', say);
    for (const [text, code] of Object.entries(source.places ?? {}))
      if (code !== null && !isCountry(code)) say([...at, 'places', text], `"${code}" is not a country`);
    if (source.every !== undefined && durationMs(source.every) > EVERY_MAX_DAYS * DAY_MS)
      say(
        [...at, 'every'],
        `is more than ${EVERY_MAX_DAYS} days: plans are removed 7 days after they were read`,
      );
    const adapter = adapters.find((one) => one.id === source.adapter);
    const ids = adapters.map((one) => one.id).join(', ');
    if (adapter === undefined)
      say([...at, 'adapter'], `"${source.adapter}" is not a known adapter; the adapters are ${ids}`);
    else
      checkForAdapter(source, adapter, (path, message, isAtName) => say([...at, ...path], message, isAtName));
  });
}

const LINK_PLACEHOLDERS = ['{link}', '{id}', '{provider}', '{via}', '{to}'];

function checkTrackingLink(path: JsonPath, template: string, say: Say): void {
  const used = template.match(/\{[^{}]*\}/g) ?? [];
  const unknown = used.find((placeholder) => !LINK_PLACEHOLDERS.includes(placeholder));
  if (unknown !== undefined)
    say(path, `contains ${unknown}; the placeholders are ${LINK_PLACEHOLDERS.join(', ')}`);
  if (/^https:\/\/[^/?#]*\{/.test(template))
    say(path, 'has a placeholder in its host: write the host itself');
}

/** Texts that examples and manuals write in place of a value of one's own. */
const PLACEHOLDER =
  /\bYOUR[_-]?[A-Z0-9_-]+|<[A-Za-z][A-Za-z _-]*>|\b(?:CHANGE[_-]?ME|change[_-]?me)\b|\bX{4,}\b/;

/** Checks what the schema cannot: addresses that would fail in every run, and values that were not filled in. */
function checkValues({ sources, rates }: SourcesFile, say: Say): void {
  sources.forEach(({ options = {}, trackingLink, paused }, index) => {
    if (paused === true) return;
    const at = ['sources', index];
    const texts = [
      ...Object.entries(options).map(([name, value]) => [[...at, 'options', name], value] as const),
      [[...at, 'trackingLink'], trackingLink] as const,
    ];
    for (const [path, value] of texts) {
      if (typeof value !== 'string') continue;
      const placeholder = PLACEHOLDER.exec(value)?.[0];
      if (placeholder !== undefined) say(path, `still contains ${placeholder}: replace it by your own value`);
      checkAddress(path, value, say);
    }
  });
  checkAddress(['rates', 'url'], rates?.url ?? '', say);
}

/** The service fetches only https addresses of public hosts. */
function checkAddress(path: JsonPath, value: string, say: Say): void {
  const url = /^https?:/i.test(value) ? URL.parse(value) : null;
  if (url === null) return;
  const host = hostOf(url);
  if (url.protocol === 'http:') say(path, 'is not https: feeds and links must have https addresses');
  if (url.username !== '' || url.password !== '')
    say(path, 'contains a user or a password: name the variables of credentials in "credentials"');
  const isPrivate = ipaddr.isValid(host) ? addressKind(host) !== 'public' : /(^|\.)localhost$/.test(host);
  if (isPrivate) say(path, 'is not a public address: feeds are only read from public addresses');
}

/** A `file:` feed is read without requests, so it needs no credentials. */
export const isSavedFeed = ({ options }: Pick<SourceEntry, 'options'>): boolean =>
  String(options?.['url']).startsWith('file:');

/** The usual name of the variable with a credential of a source: "TERN_API_KEY". */
export const variableFor = (source: string, role: string): string =>
  `${source}_${role}`.toUpperCase().replace(/[^A-Z0-9]/g, '_');

function checkForAdapter(source: SourceEntry, adapter: Adapter, say: Say): void {
  const { options = {}, credentials = {} } = source;
  const faults = smallValueFindings(adapter.options as TSchema, options, ['options']);
  for (const { path, message, isAtName } of faults) say(path, message, isAtName);
  // The adapter reads only options that match its schema.
  const areValid = faults.length === 0;
  const conflicts = areValid ? (adapter.conflicts?.(options) ?? []) : [];
  for (const { option, message } of conflicts) say(['options', option], message);
  const given = Object.keys(credentials);
  const byOptions = areValid ? (adapter.credentialsIn?.(options) ?? []) : [];
  const needed = new Set([...adapter.credentials, ...byOptions]);
  for (const role of isSavedFeed(source) ? [] : needed)
    if (!given.includes(role))
      say(
        ['credentials'],
        `lacks "${role}" (the name of an environment variable): {"${role}": "${variableFor(source.id, role)}"}`,
      );
  const known = [...needed, ...(adapter.optionalCredentials ?? [])];
  for (const role of given)
    if (!known.includes(role)) say(['credentials'], `"${role}" is not used by ${adapter.id}`);
}

function checkCoupons(
  coupons: readonly CouponEntry[],
  providerIds: ReadonlySet<string> | null,
  sayInFile: Say,
): void {
  const expectUnique = uniqueCheck(sayInFile, 'used');
  coupons.forEach((coupon, index) => {
    const say = (field: string, message: string) => sayInFile(['coupons', index, field], message);
    expectUnique(['coupons', index, 'id'], coupon.id);
    if (providerIds?.has(coupon.provider) === false)
      say('provider', `"${coupon.provider}" has no file in the providers folder`);
    if (!isDiscountPossible(coupon)) say('discount', 'must be above 0 and at most 100%');
    for (const code of coupon.countries ?? [])
      if (!isCountry(code)) say('countries', `"${code}" is not a country`);
    const { validFrom, validUntil, verifiedAt } = coupon;
    for (const [path, day] of Object.entries({ validFrom, validUntil, verifiedAt }))
      if (day !== undefined && !isInCalendar(day)) say(path, 'is not a valid date');
    if (validFrom !== undefined && validUntil !== undefined && Date.parse(validUntil) < Date.parse(validFrom))
      say('validUntil', 'is before validFrom');
  });
}
