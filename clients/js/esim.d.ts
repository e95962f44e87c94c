import type * as api from './types.d.ts';

export type * from './types.d.ts';

export interface ClientOptions {
  /** Instead of the global function. */
  readonly fetch?: typeof globalThis.fetch;
  readonly headers?: Readonly<Record<string, string>>;
  /** After a 429, wait as long as the service says and try once more, if that is at most 60 s. Default: false. */
  readonly retryOnce?: boolean;
}
export interface RequestOptions {
  readonly signal?: AbortSignal;
}
export interface Client {
  comparePlans(
    query: Omit<api.ComparePlansQuery, 'format'>,
    options?: RequestOptions,
  ): Promise<api.Comparison>;
  comparePlansAsCsv(query: Omit<api.ComparePlansQuery, 'format'>, options?: RequestOptions): Promise<string>;
  listCountries(query?: api.ListCountriesQuery, options?: RequestOptions): Promise<api.Countries>;
  checkPhone(query: api.CheckPhoneQuery, options?: RequestOptions): Promise<api.Phones>;
  /** A failing service returns its health, too. */
  getHealth(options?: RequestOptions): Promise<api.Health>;
  /** The address that leads to the provider's page, for people. `url` of a result is the same. */
  planUrl(provider: string, plan: string): string;
}
export declare function createClient(baseUrl: string, options?: ClientOptions): Client;

export declare class EsimError extends Error {
  readonly status: number;
  /** null: the response was not a problem document. */
  readonly problem: api.Problem | null;
  /** How long to wait before the next request. null: the service does not say. */
  readonly retryAfterSeconds: number | null;
}
