/** Starts a real service in this process, on a free loopback port and with its own data folder. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StopTimes } from '../../src/http/server.ts';
import type { Log } from '../../src/service/log.ts';
import { startService } from '../../src/service/service.ts';
import { readSettings } from '../../src/service/settings.ts';
import { removeFolder } from './folder.ts';
import { copyPublished, copyPublishedAt } from './published.ts';

export interface TestServiceOptions {
  readonly env?: Record<string, string>;
  readonly limits?: Record<string, number>;
  readonly clock?: () => number;
  /** Enables the overload protection, which the tests' own work in this thread would otherwise trigger. */
  readonly detectsOverload?: true;
  /** Renders the pages in the background, as a real service does. */
  readonly preparesPages?: true;
  /** Starts without configured sources on a store that has plans of them. */
  readonly allowSample?: true;
  readonly stopTimes?: Partial<StopTimes>;
  /** Uses the data folder of an earlier service. */
  readonly folder?: string;
}

export interface TestService {
  readonly url: string;
  readonly adminUrl: string;
  readonly folder: string;
  /** All log entries as JSON. */
  readonly logged: readonly string[];
  /** Uses a new caller unless one is given. Redirects are not followed. */
  get(path: string, options?: AskOptions): Promise<Response>;
  /** The JSON of a response, which must have status 200. */
  json<T>(path: string, options?: AskOptions): Promise<T>;
  stop(options?: { keepFolder?: boolean }): Promise<void>;
}

export interface AskOptions extends RequestInit {
  readonly caller?: string;
}

/** A busy disk must not look like a store that fails. */
export const PATIENT_MS = 60_000;

let nextCaller = 0;
/** A new caller with an address from the documentation range. */
export const someCaller = (): string => {
  nextCaller += 1;
  return `2001:db8:${(nextCaller >> 16).toString(16)}:${(nextCaller & 0xffff).toString(16)}::1`;
};

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'esim-service-'));
  // Other sources need their own catalogue.
  if (options.folder === undefined && options.env?.['SOURCES_FILE'] === undefined) {
    if (options.clock === undefined) copyPublished(folder);
    else await copyPublishedAt(options.clock(), folder);
  }
  const logged: string[] = [];
  const line = (message: string, facts: object = {}) =>
    void logged.push(JSON.stringify({ message, ...facts }));
  const log: Log = { debug: line, info: line, warn: line, error: line };
  const env: Record<string, string> = {
    PORT: '0',
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    ADMIN_HOST: '127.0.0.1',
    STORE_URL: `file:${folder}`,
    TRUST_PROXY: '127.0.0.1',
    LIMITS_FILE: 'limits.json',
    ...options.env,
  };
  const settings = readSettings(env, () => JSON.stringify(options.limits ?? {}));
  const service = await startService(settings, {
    log,
    clock: options.clock ?? Date.now,
    random: Math.random,
    ingestsInThread: options.clock === undefined,
    // A test must not wait for the keep-alive connections of its own client.
    stopTimes: { idleMs: 0, ...options.stopTimes },
    ...(options.allowSample === true && { allowSample: true }),
    preparesPages: options.preparesPages ?? false,
    ...(options.detectsOverload ? {} : { isOverloaded: () => false }),
    storeDeadlineMs: PATIENT_MS,
    env,
  });
  const url = `http://127.0.0.1:${service.port}`;
  const get: TestService['get'] = (path, { caller = someCaller(), ...init } = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', caller);
    return fetch(url + path, { redirect: 'manual', ...init, headers });
  };
  return {
    url,
    adminUrl: `http://127.0.0.1:${service.adminPort}`,
    folder,
    logged,
    get,
    async json<T>(path: string, ask?: AskOptions) {
      const response = await get(path, ask);
      const body = await response.text();
      assert.equal(response.status, 200, `${path}: ${body}`);
      return JSON.parse(body) as T;
    },
    async stop({ keepFolder = false } = {}) {
      await service.stop();
      if (!keepFolder) removeFolder(folder);
    },
  };
}
