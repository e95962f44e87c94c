/** Reads the settings from environment variables. A wrong value stops the start with one line that says what to do. */
import { statSync } from 'node:fs';
import { type Agreement, parseTrustProxy, type Range } from '../limits/caller.ts';
import { DEFAULT_LIMITS, type LimitsTable } from '../limits/policies.ts';
import { parseAgreements } from '../operator-files/agreements.ts';
import { parseLimits } from '../operator-files/limits.ts';
import { ConfigError, type Problem, serialiseProblem, type TextFile } from '../operator-files/problems.ts';
import { readFileText } from '../operator-files/read-file.ts';
import { type Environment, secretOf, UnusableSecret } from '../operator-files/secrets.ts';
import { whyUnreadable } from '../operator-files/unreadable.ts';
import { BUNDLED_REFERENCE } from '../reference/load.ts';
import { type Brand, loadBrand } from '../web/brand/brand.ts';
import { nearName } from '../wire/near-name.ts';

/** The message describes the first problem in one line. `problems` has all of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly Problem[];
  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.problems = problems;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  /** If BASE_URL is not set, the loopback names count as the same origin. */
  readonly baseUrlIsSet: boolean;
  readonly serviceName: string;
  readonly contact: string;
  readonly storeUrl: string;
  /** null: the bundled sample market. */
  readonly sourcesFile: string | null;
  /** The networks of the trusted proxies. */
  readonly trustProxy: readonly Range[];
  /** null: the default limits. */
  readonly limitsFile: string | null;
  /** The content of the file at the start. */
  readonly limits: LimitsTable;
  /** null: no agreements. */
  readonly agreementsFile: string | null;
  /** The content of the file at the start. */
  readonly agreements: readonly Agreement[];
  /** null: no admin listener. */
  readonly adminPort: number | null;
  readonly adminHost: string;
  /** Who runs the service and how it is funded; null: not stated. */
  readonly operator: string | null;
  readonly funding: string | null;
  /** Proofs for directories of MCP servers that the operator controls this domain. */
  readonly openaiAppsChallenge: string | null;
  readonly mcpRegistryAuth: string | null;
  /** Facts for travellers. */
  readonly referenceFolder: string;
  /** The look of the pages; null: the built-in one. The content of the folder at the start. */
  readonly brand: Brand | null;
  readonly logLevel: LogLevel;
}

/** Every variable that is read. docs/operating.md documents all of them. */
export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'BASE_URL',
  'SERVICE_NAME',
  'CONTACT',
  'STORE_URL',
  'SOURCES_FILE',
  'TRUST_PROXY',
  'LIMITS_FILE',
  'AGREEMENTS_FILE',
  'ADMIN_PORT',
  'ADMIN_HOST',
  'OPERATOR',
  'FUNDING',
  'OPENAI_APPS_CHALLENGE',
  'MCP_REGISTRY_AUTH',
  'REFERENCE_FOLDER',
  'BRAND_FOLDER',
  'LOG_LEVEL',
] as const;

/** Shorter names are near too many variables of other programs. */
const CHECKED_LENGTH_MIN = 7;

/** A line for each variable that is no setting but nearly has the name of one, such as `SOURCE_FILE`. */
export function misspeltSettings(env: Environment): string[] {
  const settings = SETTING_NAMES.filter((name) => name.length >= CHECKED_LENGTH_MIN && !env[name]);
  const isKnown = (name: string) => SETTING_NAMES.some((known) => known === name);
  return Object.keys(env)
    .filter((name) => !isKnown(name))
    .flatMap((name) => {
      const meant = nearName(name, settings);
      return meant === null ? [] : `the variable ${name} is not a setting: did you mean ${meant}?`;
    });
}

/** Hosts of this machine, and addresses that only a network of one's own has. */
const PRIVATE_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(localhost|local|internal|test)$/;

/** What the operator of a public address should say. null: it is said, or nobody else can open the pages. */
export function unsaid({ operator, funding, baseUrl, baseUrlIsSet }: Settings): string | null {
  const { hostname, origin } = new URL(baseUrl);
  if (!baseUrlIsSet || PRIVATE_HOST.test(hostname)) return null;
  const names = [operator === null && 'OPERATOR', funding === null && 'FUNDING'].filter(
    (name) => name !== false,
  );
  return names.length === 0
    ? null
    : `for ${origin}, setting ${names.join(' and ')} is recommended: visitors want to know who runs it and what pays for it`;
}

type SettingName = (typeof SETTING_NAMES)[number];

type ReadText = (path: string) => string;

export function readSettings(env: Environment, readText: ReadText = readFileText): Settings {
  const errors: SettingsError[] = [];
  /** Collects the error and continues with a fallback, so that all problems are found. The fallback is never returned. */
  const collectError = <T>(fallback: T, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      errors.push(error);
      return fallback;
    }
  };
  /** An empty variable counts as not set. */
  const get = (name: SettingName) => env[name]?.trim() || undefined;
  /** STORE_URL may be in the file that STORE_URL_FILE names, because it may contain a password. */
  const storeUrl = () => {
    try {
      return secretOf(env, 'STORE_URL')?.trim();
    } catch (error) {
      if (!(error instanceof UnusableSecret)) throw error;
      const { variable, message } = error;
      throw new SettingsError(`${variable} ${message}`, [{ file: 'environment', path: variable, message }]);
    }
  };
  const optional = <T>(name: SettingName, parse: (name: SettingName, value: string) => T): T | null => {
    const value = get(name);
    return value === undefined ? null : collectError(null, () => parse(name, value));
  };
  const port = optional('PORT', portOf) ?? 8080;
  const baseUrl = optional('BASE_URL', baseUrlOf) ?? `http://localhost:${port}`;
  const settings = Object.freeze({
    port,
    host: optional('HOST', hostOf) ?? 'localhost',
    baseUrl,
    baseUrlIsSet: get('BASE_URL') !== undefined,
    serviceName: optional('SERVICE_NAME', serviceNameOf) ?? 'Eşim',
    contact: optional('CONTACT', contactOf) ?? `${baseUrl}/terms#contact`,
    storeUrl: collectError('', () => storeUrlOf('STORE_URL', storeUrl() ?? 'file:data')),
    sourcesFile: get('SOURCES_FILE') ?? null,
    trustProxy: optional('TRUST_PROXY', trustProxyOf) ?? [],
    limitsFile: get('LIMITS_FILE') ?? null,
    limits: collectError(DEFAULT_LIMITS, () => readLimits(get('LIMITS_FILE') ?? null, readText)),
    agreementsFile: get('AGREEMENTS_FILE') ?? null,
    agreements: collectError([], () => readAgreements(get('AGREEMENTS_FILE') ?? null, readText)),
    adminPort: optional('ADMIN_PORT', portOf),
    adminHost: optional('ADMIN_HOST', hostOf) ?? 'localhost',
    operator: optional('OPERATOR', sentenceOf),
    funding: optional('FUNDING', sentenceOf),
    openaiAppsChallenge: optional('OPENAI_APPS_CHALLENGE', proofOf),
    mcpRegistryAuth: optional('MCP_REGISTRY_AUTH', proofOf),
    referenceFolder: optional('REFERENCE_FOLDER', folderThatExists) ?? BUNDLED_REFERENCE,
    brand: optional('BRAND_FOLDER', brandOf),
    logLevel: optional('LOG_LEVEL', logLevelOf) ?? 'info',
  });
  const [first, ...others] = errors;
  if (first === undefined) return settings;
  const further = others.flatMap(({ problems }) => problems);
  const more = further.length === 0 ? '' : ` (and ${further.length} more, see esim check)`;
  throw new SettingsError(first.message + more, [...first.problems, ...further]);
}

function fail(name: SettingName, value: string, wanted: string): never {
  // The URL of a store may contain a password, so it is never repeated.
  const shown = name === 'STORE_URL' ? '' : `${JSON.stringify(value.slice(0, 200))} `;
  const message = `${shown}is not valid: ${wanted}`;
  throw new SettingsError(`${name} ${message}`, [{ file: 'environment', path: name, message }]);
}

function portOf(name: SettingName, value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) {
    fail(name, value, 'use a whole number from 0 to 65535 (0 selects a free port)');
  }
  return port;
}

function hostOf(name: SettingName, value: string): string {
  if (!/^[A-Za-z0-9.:[\]_-]{1,253}$/.test(value))
    fail(name, value, 'use a host name or an address without a port');
  // Node listens on an IPv6 address without brackets.
  return value.replace(/^\[(.*)\]$/, '$1');
}

/** Only characters that need no escaping, because the path is part of every link. */
const BASE_PATH = /^\/[A-Za-z0-9._~/-]*$/;

function baseUrlOf(name: SettingName, value: string): string {
  const url = URL.parse(value);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    BASE_PATH.test(url.pathname) &&
    // No query, fragment or credentials, not even empty ones.
    !/[?#@]/.test(value) &&
    !url.pathname.includes('//');
  if (!isPlain) {
    fail(name, value, 'use the public address, such as https://esim.example or https://host.example/esim');
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

function serviceNameOf(name: SettingName, value: string): string {
  if (value.length > 60 || /\p{Cc}/u.test(value)) fail(name, value, 'use at most 60 printable characters');
  return value;
}

/** The page adds the full stop itself. */
function sentenceOf(name: SettingName, value: string): string {
  if (value.length > 300 || /\p{Cc}/u.test(value)) fail(name, value, 'use at most 300 printable characters');
  return value.replace(/\.$/, '');
}

function proofOf(name: SettingName, value: string): string {
  if (!/^[\x20-\x7e]{1,500}$/.test(value)) {
    fail(name, value, 'use the text that the directory asks for, at most 500 ASCII characters');
  }
  return value;
}

function contactOf(name: SettingName, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'mailto:' && protocol !== 'https:') {
    fail(name, value, 'use a mailto: or https: address');
  }
  return value;
}

function storeUrlOf(name: SettingName, value: string): string {
  // A control character comes from a secret of several lines, and Redis or the file system would report it much later.
  if (/\p{Cc}/u.test(value)) fail(name, value, 'remove its control characters, such as tabs and line breaks');
  if (!/^(file:.+|rediss?(\+cluster)?:\/\/.+)$/.test(value)) {
    fail(name, value, 'use file:<folder>, redis://…, rediss://… or redis+cluster://…');
  }
  return value;
}

function folderThatExists(name: SettingName, value: string): string {
  const isFolder = statSync(value, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) fail(name, value, 'use a folder that exists');
  return value;
}

function brandOf(name: SettingName, value: string): Brand {
  const folder = folderThatExists(name, value);
  return withFileProblems(name, () => loadBrand(folder));
}

function trustProxyOf(name: SettingName, value: string): readonly Range[] {
  try {
    return parseTrustProxy(value);
  } catch (error) {
    fail(name, value, (error as Error).message);
  }
}

/** Throws a SettingsError with the line and column of every problem. */
export const readLimits = (path: string | null, readText: ReadText = readFileText): LimitsTable =>
  path === null ? DEFAULT_LIMITS : readFile('LIMITS_FILE', path, parseLimits, readText);

export const readAgreements = (
  path: string | null,
  readText: ReadText = readFileText,
): readonly Agreement[] =>
  path === null ? [] : readFile('AGREEMENTS_FILE', path, parseAgreements, readText);

function readFile<T>(name: SettingName, path: string, parse: (file: TextFile) => T, readText: ReadText): T {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    fail(name, path, whyUnreadable(error));
  }
  return withFileProblems(name, () => parse({ name: path, text }));
}

/** The problems of files that a setting names, in one line that begins with the setting. */
function withFileProblems<T>(name: SettingName, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    throw new SettingsError(`${name} is not valid: ${problems.map(serialiseProblem).join('; ')}`, problems);
  }
}

function logLevelOf(name: SettingName, value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  return level ?? fail(name, value, `use one of ${LOG_LEVELS.join(', ')}`);
}
