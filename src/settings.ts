/** Environment → frozen settings. A bad value stops the start with one clear line that says what to do. */
import { readFileSync } from 'node:fs';
import { type Agreement, parseAgreements } from './limits/agreements.ts';
import { parseTrustProxy, type TrustedProxies } from './limits/caller.ts';
import { type LimitsTable, parsePolicies } from './limits/file.ts';

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  /** Whether BASE_URL was given; while it is not, the loopback names count as the same origin. */
  readonly baseUrlIsSet: boolean;
  readonly serviceName: string;
  readonly contact: string;
  readonly storeUrl: string;
  /** null: the bundled sample market. */
  readonly sourcesFile: string | null;
  readonly trustProxy: TrustedProxies | null;
  readonly limits: LimitsTable;
  /** null: there are none. */
  readonly agreementsFile: string | null;
  /** As the file was at the start. */
  readonly agreements: readonly Agreement[];
  /** null: no admin listener. */
  readonly adminPort: number | null;
  readonly adminHost: string;
  /** Who runs the service and what pays for it; null: not said. */
  readonly operator: string | null;
  readonly funding: string | null;
  /** Proofs of this domain for directories of MCP servers; null: not set. */
  readonly openaiAppsChallenge: string | null;
  readonly mcpRegistryAuth: string | null;
  readonly logLevel: LogLevel;
}

/** Every variable that is read, in the order of docs/operating.md; a test holds the two together. */
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
  'LOG_LEVEL',
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;
export type ReadText = (path: string) => string;

export function readSettings(
  env: Environment,
  readText: ReadText = (path) => readFileSync(path, 'utf8'),
): Settings {
  const get = (name: (typeof SETTING_NAMES)[number]) => env[name]?.trim() || undefined;
  const port = portOf('PORT', get('PORT') ?? '8080');
  const baseUrl = baseUrlOf(get('BASE_URL') ?? `http://localhost:${port}`);
  const adminPort = get('ADMIN_PORT');
  return Object.freeze({
    port,
    host: hostOf('HOST', get('HOST') ?? 'localhost'),
    baseUrl,
    baseUrlIsSet: get('BASE_URL') !== undefined,
    serviceName: serviceNameOf(get('SERVICE_NAME') ?? 'Eşim'),
    contact: contactOf(get('CONTACT') ?? `${baseUrl}/terms#contact`, get('CONTACT') !== undefined),
    storeUrl: storeUrlOf(get('STORE_URL') ?? 'file:data'),
    sourcesFile: get('SOURCES_FILE') ?? null,
    trustProxy: trustProxyOf(get('TRUST_PROXY')),
    limits: limitsOf(get('LIMITS_FILE'), readText),
    agreementsFile: get('AGREEMENTS_FILE') ?? null,
    agreements: readAgreements(get('AGREEMENTS_FILE') ?? null, readText),
    adminPort: adminPort === undefined ? null : portOf('ADMIN_PORT', adminPort),
    adminHost: hostOf('ADMIN_HOST', get('ADMIN_HOST') ?? 'localhost'),
    operator: saidOf('OPERATOR', get('OPERATOR')),
    funding: saidOf('FUNDING', get('FUNDING')),
    openaiAppsChallenge: proofOf('OPENAI_APPS_CHALLENGE', get('OPENAI_APPS_CHALLENGE')),
    mcpRegistryAuth: proofOf('MCP_REGISTRY_AUTH', get('MCP_REGISTRY_AUTH')),
    logLevel: logLevelOf(get('LOG_LEVEL') ?? 'info'),
  });
}

function fail(name: string, value: string, wanted: string): never {
  // The value may be a credential (a store's URL), so only harmless ones are repeated.
  const shown = name === 'STORE_URL' ? '' : ` ${JSON.stringify(value.slice(0, 80))}`;
  throw new SettingsError(`${name}${shown} is not usable: ${wanted}`);
}

function portOf(name: string, value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) {
    fail(name, value, 'give a whole number from 0 to 65535 (0 takes any free port)');
  }
  return port;
}

function hostOf(name: string, value: string): string {
  if (!/^[A-Za-z0-9.:[\]_-]{1,253}$/.test(value))
    fail(name, value, 'give a host name or an address, without a port');
  return value.replace(/^\[(.*)\]$/, '$1');
}

/** Plain segments: a proxy in front strips them, and they stand in every link as they are. */
const BASE_PATH = /^\/[A-Za-z0-9._~/-]*$/;

function baseUrlOf(value: string): string {
  const url = URL.parse(value);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    BASE_PATH.test(url.pathname) &&
    !/[?#@]/.test(value) &&
    !url.pathname.includes('//');
  if (!isPlain) {
    fail(
      'BASE_URL',
      value,
      'give the public address, such as https://esim.example or https://host.example/esim',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

function serviceNameOf(value: string): string {
  if (value.length > 60 || /\p{Cc}/u.test(value))
    fail('SERVICE_NAME', value, 'give at most 60 printable characters');
  return value;
}

/** A sentence for visitors; a full stop at its end would be one too many. */
function saidOf(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (value.length > 300 || /\p{Cc}/u.test(value)) fail(name, value, 'give at most 300 printable characters');
  return value.replace(/\.$/, '');
}

function proofOf(name: string, value: string | undefined): string | null {
  if (value !== undefined && !/^[\x20-\x7e]{1,500}$/.test(value)) {
    fail(name, value, 'give the text that the directory asks for, at most 500 ASCII characters');
  }
  return value ?? null;
}

function contactOf(value: string, given: boolean): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (given && protocol !== 'mailto:' && protocol !== 'https:') {
    fail('CONTACT', value, 'give a mailto: or https: address');
  }
  return value;
}

function storeUrlOf(value: string): string {
  if (!/^(file:.+|rediss?(\+cluster)?:\/\/.+)$/.test(value)) {
    fail('STORE_URL', value, 'give file:<folder>, redis://…, rediss://… or redis+cluster://…');
  }
  return value;
}

function trustProxyOf(value: string | undefined): TrustedProxies | null {
  if (value === undefined) return null;
  try {
    return parseTrustProxy(value);
  } catch (error) {
    fail('TRUST_PROXY', value, (error as Error).message);
  }
}

function limitsOf(path: string | undefined, readText: ReadText): LimitsTable {
  if (path === undefined) return parsePolicies({});
  try {
    return parsePolicies(JSON.parse(readText(path)));
  } catch (error) {
    fail('LIMITS_FILE', path, (error as Error).message.split('\n')[0] ?? 'it could not be read');
  }
}

/** Throws a SettingsError that names every fault with its line and column. */
export function readAgreements(
  path: string | null,
  readText: ReadText = (file) => readFileSync(file, 'utf8'),
): readonly Agreement[] {
  if (path === null) return [];
  try {
    return parseAgreements(readText(path));
  } catch (error) {
    fail('AGREEMENTS_FILE', path, (error as Error).message);
  }
}

function logLevelOf(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  return level ?? fail('LOG_LEVEL', value, `give one of ${LOG_LEVELS.join(', ')}`);
}
