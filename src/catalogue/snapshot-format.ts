/**
 * The format of a snapshot: two blobs of compressed JSON lines.
 *
 * The content has a header line with the providers, the coupons and the coverages, then one line for each plan. Its hash
 * is the catalogue version. The observations have a header line, then one line for each plan in the same order. They
 * are a blob of their own, so that the same plans seen again keep their version.
 *
 * A change of these schemas, or of the plan, needs a new format number and an entry in `PLAN_UPGRADES`.
 */
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { CouponSchema } from '../domain/coupon.ts';
import {
  CoverageSchema,
  instant,
  ObservationSchema,
  PlanTermsSchema,
  ProviderSchema,
} from '../domain/plan.ts';
import { SourceStateSchema } from './catalogue.ts';
import { Slices } from './slices.ts';

export const FORMAT = 1;

/** How a plan line of each readable format becomes one of the current format: the current one and the one before. */
export type PlanUpgrades = ReadonlyMap<number, (line: unknown) => unknown>;
export const PLAN_UPGRADES: PlanUpgrades = new Map([[FORMAT, (line) => line]]);

const whole = Type.Integer({ minimum: 0 });

const ContentHeader = Type.Object({
  format: whole,
  sample: Type.Boolean(),
  /** How many plan lines follow. */
  plans: whole,
  /** Sorted by id. */
  providers: Type.Array(ProviderSchema),
  /** Sorted by provider, then id. */
  coupons: Type.Array(CouponSchema),
  coverages: Type.Array(CoverageSchema),
});
export type ContentHeader = Static<typeof ContentHeader>;

const PlanLine = Type.Object({
  ...PlanTermsSchema.properties,
  /** Position in the header's coverages. */
  coverage: whole,
});
export type PlanLine = Static<typeof PlanLine>;

const ObservationsHeader = Type.Object({
  format: whole,
  /** SHA-256 of the content that these lines belong to. */
  content: Type.String(),
  sources: Type.Array(SourceStateSchema),
  /** When each coupon of the content was last checked. */
  couponsVerifiedAt: Type.Array(instant),
});
export type ObservationsHeader = Static<typeof ObservationsHeader>;

export const checkContentHeader = Compile(ContentHeader);
export const checkPlanLine = Compile(PlanLine);
export const checkObservationsHeader = Compile(ObservationsHeader);
export const checkObservation = Compile(ObservationSchema);

/** A snapshot that must not be served. `message` is one line for the operator. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Written by an earlier or later version: nothing is damaged, and the next ingest writes the catalogue again. */
export class OtherFormatError extends SnapshotError {}

/** So much is compressed or decompressed at a time. */
const CHUNK_BYTES = 64 * 1024;

/** The same value gives the same text, whatever order its keys were written in. */
export const canonicalJson = (value: unknown): string => JSON.stringify(withSortedKeys(value));

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) sorted[key] = withSortedKeys((value as typeof sorted)[key]);
  return sorted;
}

export async function compressLines(lines: Iterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  await pipeline(batchesOf(lines), createZstdCompress(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

async function* batchesOf(lines: Iterable<string>): AsyncGenerator<string> {
  const slices = new Slices();
  let batch = '';
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < CHUNK_BYTES) continue;
    yield batch;
    batch = '';
    if (slices.isOver) await slices.pause();
  }
  yield batch;
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Blobs of the versions before format 1 begin with these letters. */
const COLUMNS_MAGIC = Buffer.from('ESIM');

/** The values of all lines, in order, in slices. `title` names the blob in an error. */
export async function* readLines(blob: Uint8Array, title: string): AsyncGenerator<unknown, void> {
  const magic = Buffer.from(blob.subarray(0, ZSTD_MAGIC.length));
  if (magic.equals(COLUMNS_MAGIC)) {
    throw new OtherFormatError(
      `${title} has the format of an earlier version; this version reads format ${FORMAT}`,
    );
  }
  if (!magic.equals(ZSTD_MAGIC)) throw new SnapshotError(`${title} is not a snapshot`);
  const slices = new Slices();
  const decompress = createZstdDecompress({ chunkSize: CHUNK_BYTES }).setEncoding('utf8');
  decompress.end(blob);
  let rest = '';
  try {
    for await (const chunk of decompress) {
      const [first = '', ...others] = String(chunk).split('\n');
      const lines = [rest + first, ...others];
      rest = lines.pop() ?? '';
      for (const line of lines) {
        yield JSON.parse(line);
        if (slices.isOver) await slices.pause();
      }
    }
  } catch (error) {
    throw new SnapshotError(`${title} cannot be read: ${(error as Error).message}`);
  }
  if (rest !== '') throw new SnapshotError(`${title} is cut short`);
}

/** The schema of a line holds for it: throws otherwise. */
export function checked<T>(validator: LineValidator, line: unknown, what: string): T {
  if (validator.Check(line)) return line as T;
  throw new SnapshotError(`${what} ${firstError(validator, line)}`);
}

export interface LineValidator {
  Check(value: unknown): boolean;
  Errors(value: unknown): readonly { readonly instancePath: string; readonly message: string }[];
}

export function firstError(validator: LineValidator, value: unknown): string {
  const [error] = validator.Errors(value);
  return `is not valid: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
}
