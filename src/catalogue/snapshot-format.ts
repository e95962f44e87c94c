/**
 * The format of a snapshot: two blobs of compressed JSON lines.
 *
 * The content has a header line with the providers, the coupons and the coverages, then one line for each plan. Its hash
 * is the catalogue version. The observations have a header line, then one line for each plan in the same order. They
 * are a separate blob, so that unchanged plans keep their version when they are observed again.
 *
 * A change of these schemas, or of the plan, needs a new format number. Only a further fact of `domain/facts.ts` or a
 * further optional field does not.
 */
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import Type from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { CouponSchema } from '../domain/coupon.ts';
import { eachFact, FACT_NAMES } from '../domain/facts.ts';
import {
  CoverageSchema,
  instant,
  ObservationSchema,
  type Plan,
  PlanTermsSchema,
  ProviderSchema,
} from '../domain/plan.ts';
import { SourceStateSchema } from './catalogue.ts';
import { Slices } from './slices.ts';

export const FORMAT = 3;

/** A fact that the line of an earlier version lacks is not stated, so a new fact needs no new format. */
export function withAllFacts(line: unknown): unknown {
  const plan = line as Partial<Plan> | null;
  const facts = plan?.facts;
  // The schema rejects a line without facts later.
  if (!(facts instanceof Object)) return line;
  if (FACT_NAMES.every((name) => facts[name] !== undefined)) return line;
  return { ...plan, facts: eachFact((name) => facts[name] ?? null) };
}

const whole = Type.Integer({ minimum: 0 });

const ContentHeader = Type.Object({
  format: whole,
  sample: Type.Boolean(),
  /** The number of plan lines that follow. */
  plans: whole,
  /** Sorted by id. */
  providers: Type.Array(ProviderSchema),
  /** Sorted by provider, then id. */
  coupons: Type.Array(CouponSchema),
  coverages: Type.Array(CoverageSchema),
});

const PlanLine = Type.Object({
  ...PlanTermsSchema.properties,
  /** Position in the header's coverages. */
  coverage: whole,
});

const ObservationsHeader = Type.Object({
  format: whole,
  /** SHA-256 of the content that these lines belong to. */
  content: Type.String(),
  sources: Type.Array(SourceStateSchema),
  /** When each coupon of the content was last checked. */
  couponsVerifiedAt: Type.Array(instant),
});

export const checkContentHeader = Compile(ContentHeader);
export const checkPlanLine = Compile(PlanLine);
export const checkObservationsHeader = Compile(ObservationsHeader);
export const checkObservation = Compile(ObservationSchema);

/** A snapshot that must not be served. `message` is one line for the operator. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Another version wrote the snapshot. It is not damaged, and the next ingest writes the catalogue again. */
export class OtherFormatError extends SnapshotError {}

/** The amount that is compressed or decompressed at a time. */
const CHUNK_BYTES = 64 * 1024;

/** Equal values have equal text, because the keys are sorted. */
export const canonicalJson = (value: unknown): string => JSON.stringify(withSortedKeys(value));

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) sorted[key] = withSortedKeys((value as typeof sorted)[key]);
  return sorted;
}

export const compressLines = (lines: Iterable<string>): Promise<Buffer<ArrayBuffer>> =>
  pipeline(batchesOf(lines), createZstdCompress(), (compressed) => buffer(compressed));

/** Joins lines to texts of about `CHUNK_BYTES`, because each text is a separate write to the compressor. */
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

/** The first bytes of every zstd frame (RFC 8878). */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Parses the lines in order, in slices. `title` names the blob in an error. */
export async function* readLines(blob: Uint8Array, title: string): AsyncGenerator<unknown, void> {
  if (!ZSTD_MAGIC.equals(blob.subarray(0, ZSTD_MAGIC.length)))
    throw new OtherFormatError(`${title} has another format than this version reads (format ${FORMAT})`);
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

export function faultOf(validator: Validator, line: unknown): string {
  const [, [error]] = validator.Errors(line);
  return `is not valid: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
}
