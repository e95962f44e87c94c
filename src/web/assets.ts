/** Files of the pages: read, hashed into their names and compressed once at start; cached for ever by browsers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import { encodingFor } from '../http/send.ts';

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  png: 'image/png',
} as const;
type Extension = keyof typeof TYPES;

/** The name has the content's hash in it, so what it names never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Fixed names, such as the icon that browsers ask for by themselves. */
const FOR_A_DAY = 'public, max-age=86400';

export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

export type Assets = ReturnType<typeof readAssets>;

const read = (name: string): Buffer => readFileSync(new URL(`./assets/${name}`, import.meta.url));

/** Within 5% of the best size, and packed in a tenth of the time: a start should not wait for a few hundred bytes. */
const BROTLI_QUALITY = 9;

function assetOf(name: string, bytes: Buffer): Asset {
  const [stem, extension] = name.split('.') as [string, Extension];
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const isText = extension !== 'png' && extension !== 'ico';
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    path: `/assets/${stem}.${hash}.${extension}`,
    type: TYPES[extension],
    bytes,
    br: isText ? brotliCompressSync(bytes, { params }) : null,
    gzip: isText ? gzipSync(bytes, { level: 9 }) : null,
  };
}

/** In the order in which they apply; a browser gets them as one file. */
const STYLES = ['base', 'frame', 'form', 'notes', 'results', 'card', 'charts', 'text', 'media'] as const;

/** Comments are for us, not for browsers. */
const styleSheet = (): string =>
  STYLES.map((name) => read(`styles/${name}.css`).toString())
    .join('')
    .replace(/\/\*[\s\S]*?\*\/\n?/g, '');

let loaded: Assets | undefined;

/** Once in a process: packing takes a while and the files do not change. */
export function loadAssets(): Assets {
  loaded ??= readAssets();
  return loaded;
}

function readAssets() {
  const named = {
    'style.css': assetOf('style.css', Buffer.from(styleSheet())),
    'page.js': assetOf('page.js', read('page.js')),
    'card.png': assetOf('card.png', read('card.png')),
  };
  return {
    /** Path of the asset that was called so when it was made. */
    path: (name: keyof typeof named) => named[name].path,
    /** By the name behind `/assets/`. */
    find: (file: string) => Object.values(named).find(({ path }) => path === `/assets/${file}`) ?? null,
    icon: assetOf('favicon.svg', read('favicon.svg')),
    oldIcon: assetOf('favicon.ico', read('favicon.ico')),
  };
}

export function sendAsset(
  asset: Asset,
  { headers }: Pick<RequestFacts, 'headers'>,
  forEver = true,
): HttpAnswer {
  const wanted = encodingFor(headers);
  const packed = wanted === 'br' ? asset.br : wanted === 'gzip' ? asset.gzip : null;
  return {
    status: 200,
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': forEver ? FOR_EVER : FOR_A_DAY,
      Vary: 'Accept-Encoding',
      ...(packed === null ? {} : { 'Content-Encoding': wanted }),
    },
    body: packed ?? asset.bytes,
  };
}
