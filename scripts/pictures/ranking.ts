/** Draws the first plans of Recommended: the price of each, and what its drawbacks add. */
import { COLOURS, drawing, element, text } from './svg.ts';

export interface RankedResult {
  readonly plan: { readonly name: string };
  readonly provider: { readonly name: string };
  readonly price: { readonly usd: number };
  readonly why: {
    readonly comparable_usd: number;
    readonly drawbacks: readonly { readonly usd: number; readonly text: string }[];
  };
}

const ROWS = 6;
const WIDTH = 860;
const LEFT = 24;
/** Where the bars begin, after the names. */
const BARS = 270;
const BARS_WIDTH = 500;
const LEGEND_Y = 82;
const TOP = 120;
const ROW_HEIGHT = 62;
const BAR_HEIGHT = 22;

const money = (usd: number): string => `$${usd.toFixed(2)}`;

/** The largest drawback, and how much the others add. */
function drawbackText(drawbacks: RankedResult['why']['drawbacks']): string {
  const [first, ...others] = drawbacks.toSorted((a, b) => b.usd - a.usd);
  if (first === undefined) return 'no drawback';
  const rest = others.reduce((sum, { usd }) => sum + usd, 0);
  const more = others.length === 0 ? '' : ` · ${others.length} more +${money(rest)}`;
  return `${first.text} +${money(first.usd)}${more}`;
}

function finding(recommended: readonly RankedResult[]): string {
  const cheapest = recommended.reduce((best, result) => (result.price.usd < best.price.usd ? result : best));
  const position = recommended.indexOf(cheapest) + 1;
  if (position === 1) return 'The first plan of Recommended is also the cheapest';
  const worth = cheapest.why.comparable_usd - cheapest.price.usd;
  return `The cheapest plan is number ${position}, because its drawbacks are worth ${money(worth)}`;
}

export function drawRanking(trip: string, recommended: readonly RankedResult[]): string {
  const shown = recommended.slice(0, ROWS);
  const most = Math.max(...shown.map(({ why }) => why.comparable_usd));
  const lengthOf = (usd: number): number => Math.round((usd / most) * BARS_WIDTH * 10) / 10;
  const height = TOP + shown.length * ROW_HEIGHT + 16;
  const bar = { height: BAR_HEIGHT };
  const rows = shown.flatMap(({ plan, provider, price, why }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const priced = lengthOf(price.usd);
    const whole = lengthOf(why.comparable_usd);
    return [
      text(`${index + 1}`, { x: LEFT, y: y + 16, 'font-weight': 'bold' }),
      text(provider.name, { x: LEFT + 22, y: y + 16, 'font-weight': 'bold' }),
      text(plan.name, { x: LEFT + 22, y: y + 36, fill: COLOURS.soft, 'font-size': 13 }),
      element('rect', { ...bar, x: BARS, y, width: priced, fill: COLOURS.blue }),
      element('rect', { ...bar, x: BARS + priced, y, width: whole - priced, fill: COLOURS.amber }),
      text(money(price.usd), { x: BARS + 8, y: y + 16, fill: COLOURS.page }),
      text(money(why.comparable_usd), { x: BARS + whole + 8, y: y + 16, 'font-weight': 'bold' }),
      text(drawbackText(why.drawbacks), { x: BARS, y: y + 40, fill: COLOURS.soft, 'font-size': 13 }),
    ];
  });
  const title = finding(recommended);
  return drawing({
    width: WIDTH,
    height,
    title: `${title} (${trip})`,
    parts: [
      text(title, { x: LEFT, y: 36, 'font-size': 20, 'font-weight': 'bold' }),
      text(trip, { x: LEFT, y: 62, fill: COLOURS.soft }),
      element('rect', { x: BARS, y: LEGEND_Y, width: 12, height: 12, fill: COLOURS.blue }),
      text('price of the whole trip', { x: BARS + 18, y: LEGEND_Y + 11, fill: COLOURS.soft }),
      element('rect', { x: BARS + 190, y: LEGEND_Y, width: 12, height: 12, fill: COLOURS.amber }),
      text('what its drawbacks are worth', { x: BARS + 208, y: LEGEND_Y + 11, fill: COLOURS.soft }),
      ...rows,
    ],
  });
}
