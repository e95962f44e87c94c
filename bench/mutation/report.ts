/** The score of a folder, and its undetected mutants. */
import { relative } from 'node:path';

export interface MutantResult {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly status: string;
  readonly statusReason?: string;
}

const isKilled = ({ status }: MutantResult): boolean => status === 'Killed';
/** A mutant that causes an endless loop counts as detected. */
const isEndless = ({ status }: MutantResult): boolean => status === 'Timeout';
const isNoticed = (mutant: MutantResult): boolean => isKilled(mutant) || isEndless(mutant);

/** Prints the report and returns the percentage of detected mutants. */
export function report(
  folder: string,
  root: string,
  results: readonly MutantResult[],
  minutes: number,
): number {
  for (const [file, mutants] of Map.groupBy(results, ({ fileName }) => relative(root, fileName))) {
    const left = mutants.filter((mutant) => !isNoticed(mutant));
    const endless = mutants.filter(isEndless).length;
    console.log(`${file}: ${mutants.length - left.length} of ${mutants.length}, ${endless} of them endless`);
    for (const mutant of left) console.log(`  ${lineOf(mutant)}`);
  }
  const noticed = results.filter(isNoticed).length;
  const percent = (100 * noticed) / Math.max(1, results.length);
  console.log(
    `${folder}: ${percent.toFixed(1)}% noticed (${noticed} of ${results.length} mutants, ` +
      `${results.filter(isEndless).length} of them because a test did not end) in ${minutes.toFixed(1)} min`,
  );
  return percent;
}

function lineOf({ location, mutatorName, replacement = '', status, statusReason }: MutantResult): string {
  const shown = replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
  const why = status === 'Survived' ? '' : ` (${status}${statusReason ? `: ${statusReason}` : ''})`;
  return `${location.start.line}:${location.start.column} ${mutatorName} → ${shown}${why}`;
}
