/** `BRAND_FOLDER`: the operator's own logo, icon, tagline and accent colour. It is read once, at the start. */
import { join } from 'node:path';
import Type from 'typebox';
import { FORMS } from '../../operator-files/forms.ts';
import { ConfigError, checkFile, type Problem } from '../../operator-files/problems.ts';
import { readFileText } from '../../operator-files/read-file.ts';
import { whyUnreadable } from '../../operator-files/unreadable.ts';
import { ALL_TEXTS } from '../../texts/texts.ts';
import {
  type Accent,
  type ContrastFault,
  contrastFaults,
  nearestShade,
  palettesWith,
  type Theme,
} from './palette.ts';
import { checkSvg, type SvgSize } from './svg.ts';

export interface Brand {
  /** null: the mark of the pages. */
  readonly logo: (SvgSize & { readonly svg: string }) | null;
  readonly favicon: string | null;
  /** By the code of the language. A language without one keeps the tagline of the pages. */
  readonly tagline: ReadonlyMap<string, string>;
  readonly accent: Accent | null;
}

const Colour = Type.String({ pattern: FORMS.colour.pattern });
const Tagline = Type.String({ minLength: 1, maxLength: 160 });
const BrandFile = Type.Object(
  {
    tagline: Type.Optional(
      Type.Object(Object.fromEntries(ALL_TEXTS.map(({ code }) => [code, Type.Optional(Tagline)])), {
        additionalProperties: false,
      }),
    ),
    accent: Type.Optional(Colour),
    accentDark: Type.Optional(Colour),
  },
  { additionalProperties: false },
);

/** A logo of this size is no drawing any more, and every page would load it. */
const SVG_BYTES_MAX = 64 * 1024;
/** A logo that is wider has no room beside the links of the header. */
const LOGO_RATIO_MAX = 8;

/** Throws `ConfigError` with every problem. */
export function loadBrand(folder: string): Brand {
  const problems: Problem[] = [];
  const logo = readSvg(join(folder, 'logo.svg'), problems);
  const favicon = readSvg(join(folder, 'favicon.svg'), problems);
  const { tagline, accent } = readBrandFile(join(folder, 'brand.json'), problems);
  if (logo !== null) problems.push(...logoProblems(join(folder, 'logo.svg'), logo.size));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    logo: logo?.size == null ? null : { svg: logo.svg, ...logo.size },
    favicon: favicon?.svg ?? null,
    tagline,
    accent,
  };
}

/** What a folder changes, for the report of `esim check`. */
export function brandParts({ logo, favicon, tagline, accent }: Brand): string[] {
  return [
    logo !== null && 'logo',
    favicon !== null && 'icon',
    tagline.size > 0 && `tagline (${[...tagline.keys()].join(', ')})`,
    accent !== null && `accent ${accent.light}`,
  ].filter((part) => part !== false);
}

/** null: the file does not exist, or has a problem. */
function readText(file: string, problems: Problem[]): string | null {
  try {
    return readFileText(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    problems.push({ file, path: '', message: `cannot be used: ${whyUnreadable(error)}` });
    return null;
  }
}

interface ReadSvg {
  readonly svg: string;
  readonly size: SvgSize | null;
}

function readSvg(file: string, problems: Problem[]): ReadSvg | null {
  const svg = readText(file, problems)?.replace(/^\uFEFF/, '') ?? null;
  if (svg === null) return null;
  if (Buffer.byteLength(svg) > SVG_BYTES_MAX) {
    problems.push({ file, path: '', message: `has more than ${SVG_BYTES_MAX / 1024} KB: optimise it` });
    return null;
  }
  const checked = checkSvg(svg);
  if (checked.kind === 'good') return { svg, size: checked.size };
  problems.push({ file, path: '', ...checked.fault });
  return null;
}

function logoProblems(file: string, size: SvgSize | null): Problem[] {
  if (size === null)
    return [{ file, path: '', message: 'states no size: add viewBox="0 0 <width> <height>" to <svg>' }];
  const [short, long] = [size.width, size.height].toSorted((one, other) => one - other) as [number, number];
  return long / short <= LOGO_RATIO_MAX
    ? []
    : [
        {
          file,
          path: '',
          message: `has one side that is more than ${LOGO_RATIO_MAX} times as long as the other`,
        },
      ];
}

const NOTHING: Pick<Brand, 'tagline' | 'accent'> = { tagline: new Map(), accent: null };

function readBrandFile(name: string, problems: Problem[]): Pick<Brand, 'tagline' | 'accent'> {
  const text = readText(name, problems);
  if (text === null) return NOTHING;
  const file = checkFile({ name, text }, BrandFile);
  const { value, say } = file;
  if (value === null) {
    problems.push(...file.problems);
    return NOTHING;
  }
  const accent: Accent | null =
    value.accent === undefined
      ? null
      : { light: value.accent.toLowerCase(), dark: value.accentDark?.toLowerCase() ?? null };
  if (accent === null && value.accentDark !== undefined)
    say(['accentDark'], 'needs an accent: it is its shade in the dark theme');
  if (accent !== null) sayContrast(accent, (field, message) => say([field], message));
  problems.push(...file.problems);
  const tagline = new Map(Object.entries((value.tagline ?? {}) as Readonly<Record<string, string>>));
  return { tagline, accent };
}

/** How the pages use a colour, for the operator. */
const USES: Readonly<Record<string, string>> = {
  'on-band': 'white text on it',
  'on-band-soft': 'soft text on it',
  link: 'as a link it',
};

/**
 * Which field is at fault: the shade of the dark theme is used for links there, and the accent for everything else. A shade
 * that the service derives from the accent is readable if the accent is.
 */
function sayContrast(accent: Accent, say: (field: 'accent' | 'accentDark', message: string) => void): void {
  const faultsOf = (colours: Accent, theme: Theme) =>
    contrastFaults(palettesWith(colours)).filter((fault) => fault.theme === theme);
  const [light] = faultsOf(accent, 'light');
  if (light !== undefined) {
    const passes = (shade: string) => faultsOf({ light: shade, dark: null }, 'light').length === 0;
    say('accent', faultText(accent.light, light, nearestShade(accent.light, 'darker', passes)));
  }
  const [dark] = accent.dark === null ? [] : faultsOf(accent, 'dark');
  if (accent.dark !== null && dark !== undefined) {
    const passes = (shade: string) => faultsOf({ ...accent, dark: shade }, 'dark').length === 0;
    say('accentDark', faultText(accent.dark, dark, nearestShade(accent.dark, 'lighter', passes)));
  }
}

function faultText(
  colour: string,
  { theme, text, ground, ratio, least }: ContrastFault,
  better: string | null,
): string {
  const use = USES[text] ?? `${text} on ${ground}`;
  const advice = better === null ? '' : `; "${better}" has enough`;
  // Rounded down, so that 4.49 is not called 4.5.
  const shown = Math.floor(ratio * 10) / 10;
  return `"${colour}" has too little contrast in the ${theme} theme: ${use} has ${shown}:1, and WCAG AA asks for ${least}:1${advice}`;
}
