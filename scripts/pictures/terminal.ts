/** Draws the output of a command in a terminal: colours, and lines that are broken where a terminal breaks them. */
import { displayWidth } from '../../src/cli/table.ts';
import { drawing, element, MONO, text } from './svg.ts';

export const TERMINAL_COLUMNS = 104;

const FONT_SIZE = 13;
/** 0.602 em, the width of a character of Menlo. */
const CHARACTER_WIDTH = 7.83;
const LINE_HEIGHT = 19;
/** Where the letters of a line stand, as a share of its height. */
const BASELINE = 0.75;
const MARGIN = 20;

const GROUND = '#10172b';
const PLAIN = '#edf0fb';

/** The style of a code of a terminal. It replaces the style before it. Codes that are not here end every style. */
const STYLES: Readonly<Record<string, Style>> = {
  1: { 'font-weight': 'bold' },
  2: { fill: '#adb6d1' },
  31: { fill: '#ff9d8a' },
  32: { fill: '#6fd6d0' },
  33: { fill: '#f0bd62' },
  36: { fill: '#a5b9ff' },
};

const ESCAPE = String.fromCharCode(27);
/** A code of a style, the end of a line, or text. */
const TOKENS = new RegExp(`${ESCAPE}\\[(\\d+)m|(\\n)|[^${ESCAPE}\\n]+`, 'g');

type Style = Readonly<Record<string, string>>;

interface Piece {
  readonly content: string;
  readonly column: number;
  readonly style: Style;
}

/** The lines of a terminal. A line is a list of pieces, and a piece has one style. */
function screenLines(output: string): Piece[][] {
  const lines: Piece[][] = [[]];
  let style: Style = {};
  let column = 0;
  for (const [token, code, newline] of output.matchAll(TOKENS)) {
    if (code !== undefined) {
      style = STYLES[code] ?? {};
      continue;
    }
    const [first = '', ...further] = newline === undefined ? brokenAt(token, column) : ['', ''];
    lines.at(-1)!.push({ content: first, column, style });
    column += displayWidth(first);
    for (const content of further) {
      lines.push([{ content, column: 0, style }]);
      column = displayWidth(content);
    }
  }
  return lines;
}

/** Divides a text that begins in this column where the terminal begins a new line. */
function brokenAt(written: string, column: number): readonly string[] {
  const parts = [''];
  let end = column;
  for (const character of written) {
    const width = displayWidth(character);
    if (end + width > TERMINAL_COLUMNS) {
      parts.push('');
      end = 0;
    }
    parts[parts.length - 1] += character;
    end += width;
  }
  return parts;
}

export function drawTerminal(command: string, output: string): string {
  const lines = screenLines(`\u001b[1m$ ${command}\u001b[22m\n${output.trimEnd()}`);
  const width = Math.ceil(TERMINAL_COLUMNS * CHARACTER_WIDTH) + 2 * MARGIN;
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const rows = lines.flatMap((pieces, index) =>
    pieces
      .filter(({ content }) => content.trim() !== '')
      .map(({ content, column, style }) => {
        const indent = content.length - content.trimStart().length;
        const shown = content.trim();
        return text(shown, {
          x: Math.round((MARGIN + (column + indent) * CHARACTER_WIDTH) * 10) / 10,
          y: MARGIN + (index + BASELINE) * LINE_HEIGHT,
          // The columns of a table stay aligned, whatever font a reader has.
          textLength: Math.round(displayWidth(shown) * CHARACTER_WIDTH * 10) / 10,
          'xml:space': 'preserve',
          ...style,
        });
      }),
  );
  const ground = element('rect', { width, height, rx: 12, fill: GROUND });
  const screen = element('g', { 'font-family': MONO, 'font-size': FONT_SIZE, fill: PLAIN }, rows.join('\n'));
  return drawing({ width, height, title: `Output of ${command}`, parts: [ground, screen] });
}
