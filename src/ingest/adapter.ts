/** The interface of an adapter: it requests the pages of a feed and parses each page into drafts. */
import type { ParsedRow, ProductTerms } from './draft.ts';

/** The largest page that is parsed. A larger one fails its source, because a parser cannot be interrupted. */
export interface PageLimits {
  /** Packed and unpacked. */
  readonly bytes: number;
  /** Also the most rows of all pages together. */
  readonly rows: number;
}

/** One response of a feed, as bytes. */
export interface FeedPage {
  /** From 1. */
  readonly number: number;
  readonly body: Uint8Array;
  /** Left out: the limits of a source that sets none. */
  readonly limits?: PageLimits;
  /** The `Link` header of the response. */
  readonly link?: string;
  /** The charset in the `Content-Type` of the response. It is used only for a body that is not UTF-8. */
  readonly charset?: string;
  /** The document of the body, if it was parsed already. */
  readonly document?: unknown;
}

/** The feed as a whole cannot be read. The source fails and keeps its last good plans. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** The HTTP status, if it is the cause. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** One request to a feed. `read/client.ts` sends it under its rules. */
export interface FeedRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A POST that may be repeated after a failure: asking for a token or a list. A GET always may. Default false. */
  readonly idempotent?: boolean;
}

export interface FeedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The limits of the source, for the page that is made of the response. */
  readonly limits?: PageLimits;
}

export interface FetchContext {
  /** This source's adapter options from `sources.json`, already checked against the adapter's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A credential by the *role* that the adapter names ("client_secret"); the variable's name is in sources.json. */
  credential(role: string): string;
  /** The name of the variable of a credential, for error messages. */
  variable?(role: string): string | undefined;
  /** Whether a source names a credential that the adapter can do without. */
  hasCredential(role: string): boolean;
  request(request: FeedRequest): Promise<FeedResponse>;
  /** Unix milliseconds. For feeds whose requests are signed. */
  now(): number;
  /** 32 hexadecimal digits that no other request has. For feeds whose requests are signed. */
  nonce(): string;
}

export interface OptionConflict {
  readonly option: string;
  /** What is wrong with it: "is only for JSON feeds". */
  readonly message: string;
}

/** What a connector says about itself. docs/feeds.md and `esim sources add` show it. */
interface ConnectorNotes {
  readonly title: string;
  /** The shape of the feed and what its values mean. */
  readonly about: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Options besides `url` that a source must have. */
  readonly needs?: readonly string[];
  /** The path of the documented address. */
  readonly path?: string;
  /** The path of a plan in the shop, with placeholders of `link`. */
  readonly linkPath?: string;
  /** Roles of credentials, with their names at the seller. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Fields of the feed that are not read, each with the reason. */
  readonly notRead: Readonly<Record<string, string>>;
  readonly map: object;
}

/** One feed format. It parses a feed's own words into drafts. Places, currencies and plausibility are checked later. */
export interface AdapterFormat {
  /** Credential roles that it needs. */
  readonly credentials: readonly string[];
  /** Credential roles that these options need besides. */
  credentialsIn?(options: AdapterOptions): readonly string[];
  /** Credential roles that it uses if a source names them. */
  readonly optionalCredentials?: readonly string[];
  /** JSON Schema (typebox) of its options. */
  readonly options: object;
  /** The documentation of a built-in connector. */
  readonly connector?: ConnectorNotes;
  /** Place codes of the feed, each with its country, or with null for none. */
  readonly places?: Readonly<Record<string, string | null>>;
  /** The published limit of the seller. */
  readonly requestsPerMinute?: number;
  /** Currencies of all prices, if they are known before the feed is read. */
  currencies?(options: AdapterOptions): readonly string[];
  /** Options that are valid by themselves and contradict each other, for `esim check`. */
  conflicts?(options: AdapterOptions): readonly OptionConflict[];
  /** The pages of the feed in order. Throws `FeedError` if a page is not what was promised. */
  fetch(context: FetchContext): AsyncIterable<FeedPage>;
  /**
   * Returns the page, with its document if it was parsed. Throws `FeedError` if it is read as the whole feed and announces
   * more. `isSaved`: it is a saved response, after which nothing is requested.
   */
  expectWhole(page: FeedPage, options: AdapterOptions, isSaved: boolean): Promise<FeedPage>;
  /** Pure: one page to drafts and rejected rows. `terms` are for feeds of products. Throws `FeedError` if the page as a whole is not this format. */
  parse(
    page: FeedPage,
    options: AdapterOptions,
    terms?: ProductTerms,
  ): Iterable<ParsedRow> | AsyncIterable<ParsedRow>;
}

export type AdapterOptions = Readonly<Record<string, unknown>>;

/** `id` is the name of the adapter's file and the word in `sources.json`. */
export interface Adapter extends AdapterFormat {
  readonly id: string;
}
