/** Builds SVG pictures. They use attributes and no style sheet, because pages forbid inline styles. */
import { escapeHtml } from '../../src/wire/escape-html.ts';

export const COLOURS = {
  page: '#ffffff',
  sunk: '#f4f6fb',
  ink: '#10172f',
  soft: '#4b5470',
  line: '#c5ccde',
  blue: '#1d3fae',
  tonal: '#e6ecfd',
  amber: '#f0bd62',
} as const;

export const SANS = 'Helvetica, Arial, sans-serif';
export const MONO = 'Menlo, Consolas, DejaVu Sans Mono, monospace';

type Attributes = Readonly<Record<string, string | number>>;

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');

/** `content` is markup. */
export const element = (name: string, attributes: Attributes, content = ''): string =>
  content === ''
    ? `<${name}${attributesText(attributes)}/>`
    : `<${name}${attributesText(attributes)}>${content}</${name}>`;

export const text = (content: string, attributes: Attributes): string =>
  element('text', attributes, escapeHtml(content));

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Read aloud in place of the picture. */
  readonly title: string;
  readonly parts: readonly string[];
}

/** The ground is painted, so that the picture can be read in a dark window too. */
export function drawing({ width, height, title, parts }: Drawing): string {
  const frame = { width, height, rx: 12, fill: COLOURS.page };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${SANS}" font-size="14" fill="${COLOURS.ink}">
<title>${escapeHtml(title)}</title>
${[element('rect', frame), ...parts].join('\n')}
</svg>
`;
}
