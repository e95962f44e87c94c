/** Compresses the bodies of responses, outside the serving thread. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';

export type Compression = 'gzip' | 'br';
export type Encoding = 'identity' | Compression;

/** Compression of a smaller body saves less than its header adds. */
export const COMPRESS_FROM_BYTES = 1_024;

export interface Effort {
  readonly brotli: Readonly<Record<number, number>>;
  readonly gzip: ZlibOptions;
}

/**
 * For a body for whose compression a request waits: one that is sent once, or the first one of a cached page. Quality 3 takes half the time of quality 5
 * for a body that is a third larger. A window of 256 KiB holds most of the three lists of a page, which repeat plans: with
 * 64 KiB the page is a quarter larger. The level of gzip saves 40% of the time for 7% more bytes.
 */
export const QUICK: Effort = {
  brotli: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
  gzip: { level: 3, memLevel: 8 },
};
/** For a cached body. Quality 8 is within 10% of the best size and takes 8 ms for the largest page instead of half a second. */
export const CACHED: Effort = { brotli: { [constants.BROTLI_PARAM_QUALITY]: 8 }, gzip: {} };
/** For a file that stays the same and is compressed once by a process: the best quality saves 7% and takes a fraction of a second. */
export const PERMANENT: Effort = { brotli: { [constants.BROTLI_PARAM_QUALITY]: 11 }, gzip: { level: 9 } };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export function compress(bytes: Buffer, encoding: Compression, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes, effort.gzip);
  return brotliAsync(bytes, {
    params: { ...effort.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
