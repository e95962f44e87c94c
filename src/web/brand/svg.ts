/**
 * Checks a picture of the operator. It is served from the address of the pages, so it may contain shapes only: nothing
 * that runs, links or loads anything, and nothing that a person would not expect in a logo.
 */
import sax from 'sax';
import type { Position } from '../../operator-files/json.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** What draws. Everything else is refused, so that a new feature of SVG is refused too. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'marker', 'filter'],
  ...['feBlend', 'feColorMatrix', 'feComponentTransfer', 'feComposite', 'feDropShadow', 'feFlood'],
  ...['feFuncA', 'feFuncB', 'feFuncG', 'feFuncR', 'feGaussianBlur', 'feMerge', 'feMergeNode'],
  ...['feMorphology', 'feOffset', 'feTile'],
]);

/** What an element that is not allowed would do. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['script', 'a script'],
  ['a', 'a link'],
  ['image', 'external content'],
  ['feImage', 'external content'],
  ['foreignObject', 'content that is no shape'],
]);

interface SvgFault {
  readonly position: Position;
  readonly message: string;
}

export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

/** The size is null if the picture states none. */
type CheckedSvg =
  | { readonly kind: 'good'; readonly size: SvgSize | null }
  | { readonly kind: 'bad'; readonly fault: SvgFault };

/** Returns the first fault. */
export function checkSvg(text: string): CheckedSvg {
  const parser = sax.parser(true);
  let size: SvgSize | null = null;
  let hasRoot = false;
  let isInStyle = false;
  let fault: SvgFault | null = null;
  const refuse = (message: string) => {
    fault ??= { position: positionAt(text, (parser.startTagPosition || 1) - 1), message };
  };
  const refuseHere = (message: string) => {
    fault ??= { position: { line: parser.line + 1, column: parser.column + 1 }, message };
  };
  const refuseStyle = (css: string) => {
    const reason = isInStyle ? styleFault(css) : null;
    if (reason !== null) refuseHere(reason);
  };

  parser.onerror = (error) => {
    refuseHere(`is not XML: ${error.message.split('\n')[0] ?? ''}`);
    // The parser would report the same place again and again.
    parser.error = null as unknown as Error;
  };
  parser.ondoctype = () => refuseHere('contains a DOCTYPE, which can load external content: remove it');
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml') refuseHere(`contains <?${name}?>, which can load external content: remove it`);
  };
  parser.onopentag = ({ name, attributes }) => {
    isInStyle = name === 'style';
    const given = Object.entries(attributes).map(([key, value]) => [key, String(value)] as const);
    if (!hasRoot) {
      hasRoot = true;
      if (name !== 'svg' || attributes['xmlns'] !== NAMESPACE)
        return refuse(`is no SVG: it must begin with <svg xmlns="${NAMESPACE}">`);
      size = sizeOf(new Map(given));
    }
    if (!ELEMENTS.has(name)) {
      const reason = REASONS.get(name);
      return refuse(
        reason === undefined
          ? `contains <${name}>, which is no shape: save it as plain or optimised SVG`
          : `contains ${reason} (<${name}>): remove it`,
      );
    }
    for (const [key, value] of given) {
      const reason = attributeFault(key, value);
      if (reason !== null) return refuse(reason);
    }
    return undefined;
  };
  parser.onclosetag = () => {
    isInStyle = false;
  };
  parser.ontext = refuseStyle;
  parser.oncdata = refuseStyle;
  parser.write(text).close();

  if (!hasRoot) refuseHere('is no SVG');
  return fault === null ? { kind: 'good', size } : { kind: 'bad', fault };
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function attributeFault(name: string, value: string): string | null {
  if (/^on/i.test(name)) return `contains a script (${name}="…"): remove it`;
  if (name === 'xml:base') return 'contains xml:base, which can load external content: remove it';
  if (/(^|:)href$/i.test(name) && !value.trim().startsWith('#'))
    return `contains a link to something outside of it (${name}="${value.slice(0, 60)}"): remove it`;
  // Namespaces are names, although they look like addresses.
  return name.startsWith('xmlns') ? null : styleFault(value);
}

/** The style of a shape may name its own gradients (`url(#a)`) and ask for the theme (`@media`). */
function styleFault(css: string): string | null {
  if (css.includes('\\')) return 'contains a backslash in its style: remove it';
  if (/javascript:/i.test(css)) return 'contains a script (javascript:): remove it';
  const rule = /@(?!media\b)[\w-]*/i.exec(css)?.[0];
  if (rule !== undefined) return `contains external content (${rule}): remove it`;
  const address = /(?:url|src|image-set)\(\s*(?!['"]?#)[^)]{0,60}/i.exec(css)?.[0];
  return address === undefined ? null : `contains external content (${address}…): remove it`;
}

const NUMBER = /^\d+(?:\.\d+)?(?:px)?$/;

/** From the view box, or else from width and height. */
function sizeOf(attributes: ReadonlyMap<string, string>): SvgSize | null {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width = 0, height = 0] = box.length === 4 ? box.slice(2) : stated(attributes);
  return width > 0 && height > 0 ? { width, height } : null;
}

const stated = (attributes: ReadonlyMap<string, string>): number[] =>
  ['width', 'height'].map((name) => {
    const text = attributes.get(name) ?? '';
    return NUMBER.test(text) ? Number.parseFloat(text) : 0;
  });
