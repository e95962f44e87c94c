/** Small helpers that every command prints with. */
import { painter } from './colour.ts';
import type { Output } from './surroundings.ts';
import { type Cell, type Column, renderTable } from './text/table.ts';

export function printTable(
  out: Output,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  out.write(renderTable(columns, rows, { width: out.columns, paint: painter(out.colour) }));
}

/** For programs: always whole, whatever the screen. */
export const printJson = (out: Output, value: unknown): void =>
  out.write(`${JSON.stringify(value, null, 2)}\n`);

export interface JsonOption {
  readonly json?: true;
}
