/**
 * The colours of the pages and their contrast. An accent colour of the operator replaces the blue of the pages: header,
 * band, links and second buttons. Everything else keeps its colour.
 */
import { readFileSync } from 'node:fs';

/** The colours of a theme by the name of their CSS property, such as `link`. */
type Palette = ReadonlyMap<string, string>;

export type Theme = 'light' | 'dark';
type Palettes = Readonly<Record<Theme, Palette>>;

const DARK = '@media screen and (prefers-color-scheme: dark)';

let builtIn: Palettes | undefined;

/** The colours of `tokens.css`. */
export function builtInPalettes(): Palettes {
  if (builtIn !== undefined) return builtIn;
  const css = readFileSync(new URL('../assets/styles/tokens.css', import.meta.url), 'utf8');
  const [light, dark] = css
    .split(DARK)
    .map((text) => [...text.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)])
    .map((found) => found.map(([, name = '', value = '']) => [name, value] as const));
  builtIn = { light: new Map(light), dark: new Map([...(light ?? []), ...(dark ?? [])]) };
  return builtIn;
}

type Rgb = readonly [red: number, green: number, blue: number];

const rgbOf = (hex: string): Rgb => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
};

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

/** `share` of the second colour, from 0 to 1. */
function mix(a: string, b: string, share: number): string {
  const [one, other] = [rgbOf(a), rgbOf(b)];
  const channels = one.map((value, at) => Math.round(value + ((other[at] ?? 0) - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const WHITE = '#ffffff';
const BLACK = '#000000';

/** WCAG AA asks for these ratios. */
export const TEXT_MIN = 4.5;
const LINE_MIN = 3;

const TEXTS = ['ink', 'soft', 'link', 'good', 'unclear', 'bad'];
const GROUNDS = ['surface', 'page', 'sunk'];

/** Every text colour with a ground on which it stands. */
const TEXT_PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['on-tonal', 'tonal'],
  ['on-action', 'action'],
  ['on-notice', 'notice'],
  ['on-band', 'band'],
  ['on-band-soft', 'band'],
  ['on-band', 'navy'],
  ['bad', 'bad-wash'],
];

/** Borders of fields and the ring of the focus. */
const LINE_PAIRS: readonly (readonly [line: string, ground: string])[] = ['control', 'focus'].flatMap(
  (line) => GROUNDS.map((ground) => [line, ground] as const),
);

export interface ContrastFault {
  readonly theme: Theme;
  readonly text: string;
  readonly ground: string;
  readonly ratio: number;
  readonly least: number;
}

/** The pairs of colours with too little contrast. The worst comes first. */
export function contrastFaults(palettes: Palettes): ContrastFault[] {
  const faults = (['light', 'dark'] as const).flatMap((theme) => {
    const of = (name: string) => palettes[theme].get(name) ?? '';
    const fault = (least: number) => (pair: readonly [string, string]) => {
      const [text, ground] = pair;
      const ratio = contrast(of(text), of(ground));
      return ratio >= least ? [] : [{ theme, text, ground, ratio, least }];
    };
    return [...TEXT_PAIRS.flatMap(fault(TEXT_MIN)), ...LINE_PAIRS.flatMap(fault(LINE_MIN))];
  });
  return faults.sort((a, b) => a.ratio / a.least - b.ratio / b.least);
}

/** The first of `colour` and its mixtures with white, in steps of a hundredth from `share` on, that is readable on all grounds. */
function tint(colour: string, grounds: readonly string[], share: number): string {
  for (let part = share; part < 1; part += 0.01) {
    const mixed = mix(colour, WHITE, part);
    if (grounds.every((ground) => contrast(mixed, ground) >= TEXT_MIN)) return mixed;
  }
  return WHITE;
}

export interface Accent {
  readonly light: string;
  /** null: a lighter shade of the other. */
  readonly dark: string | null;
}

/** The colours that follow from an accent. Shades are chosen so that only the accent itself can have too little contrast. */
function accentColours({ light: accent, dark: given }: Accent): Record<Theme, Record<string, string>> {
  const { dark } = builtInPalettes();
  const of = (name: string) => dark.get(name) ?? '';
  const bandInDark = mix(accent, BLACK, 0.55);
  const tonalInDark = mix(accent, of('surface'), 0.55);
  return {
    light: {
      navy: mix(accent, BLACK, 0.45),
      band: accent,
      'on-band-soft': tint(accent, [accent], 0.8),
      link: accent,
      tonal: mix(accent, WHITE, 0.9),
      'on-tonal': mix(accent, BLACK, 0.2),
      bar: mix(accent, WHITE, 0.75),
      check: accent,
    },
    dark: {
      navy: mix(accent, BLACK, 0.75),
      band: bandInDark,
      'on-band-soft': tint(accent, [bandInDark], 0.7),
      link: given ?? tint(accent, GROUNDS.map(of), 0.5),
      tonal: tonalInDark,
      'on-tonal': tint(accent, [tonalInDark], 0.8),
      bar: mix(accent, of('surface'), 0.4),
      check: accent,
    },
  };
}

/** The colours of both themes with an accent. */
export function palettesWith(accent: Accent): Palettes {
  const { light, dark } = builtInPalettes();
  const own = accentColours(accent);
  return {
    light: new Map([...light, ...Object.entries(own.light)]),
    dark: new Map([...dark, ...Object.entries(own.dark)]),
  };
}

/** For the style sheet, after the built-in colours. */
export function accentStyles(accent: Accent): string {
  const own = accentColours(accent);
  const rule = (colours: Readonly<Record<string, string>>) =>
    `:root{${Object.entries(colours)
      .map(([name, value]) => `--${name}:${value};`)
      .join('')}}`;
  return `${rule(own.light)}\n${DARK}{${rule(own.dark)}}\n`;
}

/** The shade of `colour`, darker or lighter, that is nearest to it and passes; null: not even black or white does. */
export function nearestShade(
  colour: string,
  towards: 'darker' | 'lighter',
  passes: (shade: string) => boolean,
): string | null {
  for (let share = 0.01; share <= 1; share += 0.01) {
    const shade = mix(colour, towards === 'darker' ? BLACK : WHITE, share);
    if (passes(shade)) return shade;
  }
  return null;
}
