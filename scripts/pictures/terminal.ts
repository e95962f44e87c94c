/** Draws the output of a command in a terminal: colours, and lines that are broken where a terminal breaks them. */
import { displayWidth } from '../../src/cli/table.ts';
import { drawing, element, MONO, text } from './svg.ts';

export const TERMINAL_COLUMNS = 104;

const FONT_SIZE = 13;
const CHARACTER_WIDTH = 7.83;
const LINE_HEIGHT = 19;
const MARGIN = 20;

const GROUND = '#10172b';
const PLAIN = '#edf0fb';

/** What a code of a terminal changes. Codes that are not here end their style. */
const STYLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

interface Piece {
  readonly content: string;
  readonly column: number;
  readonly style: Readonly<Record<string, string>>;
}

/** The lines of a terminal. Each is a list of pieces of one style. */
function screenLines(output: string): Piece[][] {
  const lines: Piece[][] = [[]];
  let style: Readonly<Record<string, string>> = {};
  let column = 0;
  for (const [token, code, newline] of output.matchAll(TOKENS)) {
    if (code !== undefined) style = STYLES[code] ?? {};
    else if (newline !== undefined) {
      lines.push([]);
      column = 0;
    } else {
      let content = '';
      let start = column;
      const flush = () => {
        if (content !== '') lines.at(-1)!.push({ content, column: start, style });
        content = '';
      };
      for (const character of token) {
        if (column + displayWidth(character) > TERMINAL_COLUMNS) {
          flush();
          lines.push([]);
          column = 0;
          start = 0;
        }
        content += character;
        column += displayWidth(character);
      }
      flush();
    }
  }
  return lines;
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
          y: MARGIN + (index + 0.75) * LINE_HEIGHT,
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
