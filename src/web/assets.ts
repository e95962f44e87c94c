/** The static files of the pages. They are read and named by their hash at start, and compressed at their first use. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Compression, compress, PERMANENT } from '../answers/compression.ts';
import { encodingFor } from '../http/negotiate.ts';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import type { Brand } from './brand/brand.ts';
import { accentStyles } from './brand/palette.ts';
import { flagSvg } from './pictures.ts';

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
} as const;
type Extension = keyof typeof TYPES;

/** These formats are compressed by themselves. */
const COMPRESSED_TYPES: ReadonlySet<string> = new Set(['png', 'webp', 'ico', 'woff2']);

/** The name contains the hash of the content, so the content of a name never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** For fixed names, such as the icon that browsers request by themselves. */
export const FOR_A_DAY = 'public, max-age=86400';

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** null: compression saves nothing. */
  readonly compressed: (encoding: Compression) => Promise<Buffer> | null;
}

export type Assets = ReturnType<typeof readAssets>;

const read = (name: string): Buffer => readFileSync(new URL(`./assets/${name}`, import.meta.url));

function assetOf(name: string, bytes: Buffer): Asset {
  const [stem, extension] = name.split('.') as [string, Extension];
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const known = new Map<Compression, Promise<Buffer>>();
  const compressed = (encoding: Compression): Promise<Buffer> | null => {
    if (COMPRESSED_TYPES.has(extension)) return null;
    const body = known.get(encoding) ?? compress(bytes, encoding, PERMANENT);
    known.set(encoding, body);
    return body;
  };
  return { path: `/assets/${stem}.${hash}.${extension}`, type: TYPES[extension], bytes, compressed };
}

/** In the order in which they apply. They are served as one file. */
const STYLES = ['tokens', 'base', 'frame', 'form', 'results', 'trip', 'home', 'text', 'media'] as const;
const FONTS = ['figtree-latin.woff2', 'figtree-turkish.woff2'] as const;

/** Comments and indentation are removed, and fonts get the names with their hashes. */
const styleSheet = (fonts: readonly Asset[], brand: Brand | null): string =>
  fonts.reduce(
    (css, { path }, index) => css.replace(FONTS[index] ?? '', path.replace('/assets/', '')),
    STYLES.map((name) => read(`styles/${name}.css`).toString() + (name === 'tokens' ? accentOf(brand) : ''))
      .join('')
      .replace(/\/\*[\s\S]*?\*\/\n?/g, '')
      .replace(/^[ \n]+/gm, ''),
  );

/** It follows the colours that it replaces, and comes before the rules for paper, which replace it. */
const accentOf = (brand: Brand | null): string => (brand?.accent == null ? '' : accentStyles(brand.accent));

/** A script without the lines of comments and without indentation. It has no texts of several lines. */
const script = (name: string): string =>
  read(name)
    .toString()
    .replace(/^ *(?:\/\/|\/?\*).*\n/gm, '')
    .replace(/^[ \n]+/gm, '');

/** The pictures of the documentation, which `scripts/pictures/` makes. */
const PICTURES = new URL('../../docs/pictures/', import.meta.url);

const loaded = new Map<Brand | null, Assets>();

/** Read once in a process for each look, because the files do not change. */
export function loadAssets(brand: Brand | null): Assets {
  const assets = loaded.get(brand) ?? readAssets(brand);
  loaded.set(brand, assets);
  return assets;
}

function readAssets(brand: Brand | null) {
  const fonts = FONTS.map((name) => assetOf(name, read(`fonts/${name}`)));
  const named = {
    'style.css': assetOf('style.css', Buffer.from(styleSheet(fonts, brand))),
    'page.js': assetOf('page.js', Buffer.from(script('page.js'))),
    'data.js': assetOf('data.js', Buffer.from(script('data.js'))),
    'card.png': assetOf('card.png', read('card.png')),
  };
  const ownLogo = brand?.logo ?? null;
  const logo = ownLogo === null ? null : assetOf('logo.svg', Buffer.from(ownLogo.svg));
  const ownIcon = brand?.favicon ?? null;
  const icon = assetOf('favicon.svg', ownIcon === null ? read('favicon.svg') : Buffer.from(ownIcon));
  const pictures = new Map(
    readdirSync(PICTURES).map((name) => [name, assetOf(name, readFileSync(new URL(name, PICTURES)))]),
  );
  const flags = new Map<string, Asset>();
  return {
    path: (name: keyof typeof named) => named[name].path,
    /** By the name after `/assets/`. */
    find: (file: string) =>
      [...Object.values(named), ...fonts, ...pictures.values(), ...(logo === null ? [] : [logo])].find(
        ({ path }) => path === `/assets/${file}`,
      ) ?? null,
    /** By the name of a file in `docs/pictures/`. */
    picture: (name: string): string | null => pictures.get(name)?.path ?? null,
    /** The font of Latin letters, which every page loads first. */
    font: fonts[0]!.path,
    /**
     * `flag-TR.svg`. Flags have no hash in their names, because all of them would have to be read for it. A flag becomes an
     * asset at its first request, and is kept with its compressed forms.
     */
    flag: (file: string): Asset | null => {
      const known = flags.get(file);
      if (known !== undefined) return known;
      const svg = flagSvg(/^flag-([A-Z]{2})\.svg$/.exec(file)?.[1] ?? '');
      if (svg === undefined) return null;
      const asset = assetOf(file, Buffer.from(svg));
      flags.set(file, asset);
      return asset;
    },
    /** The logo of the operator; null: the pages draw their own mark. */
    logo: logo?.path ?? null,
    icon,
    /** Programs that ask for the old name take an SVG too. */
    oldIcon: ownIcon === null ? assetOf('favicon.ico', read('favicon.ico')) : icon,
  };
}

export async function sendAsset(
  asset: Asset,
  { headers }: Pick<RequestFacts, 'headers'>,
  cacheControl = FOR_EVER,
): Promise<HttpAnswer> {
  const wanted = encodingFor(headers);
  const packed = wanted === 'identity' ? null : await asset.compressed(wanted);
  return {
    status: 200,
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': cacheControl,
      Vary: 'Accept-Encoding',
      ...(packed === null ? {} : { 'Content-Encoding': wanted }),
    },
    body: packed ?? asset.bytes,
  };
}
