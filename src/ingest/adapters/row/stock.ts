/** Whether a row is in stock, in the words of shops. */

const IN_STOCK = ['instock', 'yes', 'true', 'y', 'available', 'limitedavailability'];
const OUT_OF_STOCK = ['outofstock', 'soldout', 'no', 'false', 'n', 'backorder', 'preorder', 'discontinued'];

/** Reads "in stock", "out_of_stock", "InStock", or a number of pieces, also as text. Returns null for an unknown word. */
export function stockOf(value: unknown): boolean | null {
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : null;
  // Some feeds write −1 for a product that is sold out.
  if (/^\s*[-−]?\d+(?:\.\d+)?\s*$/.test(value)) return Number(value.replace('−', '-')) > 0;
  const word = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (IN_STOCK.includes(word)) return true;
  return OUT_OF_STOCK.includes(word) ? false : null;
}
