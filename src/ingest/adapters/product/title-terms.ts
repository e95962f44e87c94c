/** The length and the amount that the title of a product states. A title that does not state exactly one is rejected. */
import { allowanceIn, type NamedAllowance } from '../../parse/name/allowance.ts';
import { onlyLength } from '../../parse/name/lengths.ts';
import type { TitleReading } from '../../parse/name/title.ts';
import { reject, show } from '../../parse/value.ts';

/**
 * "Valid for 30 days" is the length of use if the title states no other. "Valid for 90 days" is not: within such a time a
 * plan must be activated.
 */
function validFor(title: string, { lengths, windows }: TitleReading): number | null {
  if (lengths.length > 0) return null;
  const stated = windows.filter(({ text }) => {
    const length = RegExp.escape(text);
    return new RegExp(`\\b(?:${VALID})(?: (?:${FOR}))? ${length}|${length} (?:${VALIDITY})\\b`, 'iu').test(
      title,
    );
  });
  const days = onlyLength(stated);
  return days !== null && days <= VALID_DAYS_MAX ? days : null;
}

/** A month. Shops give more time to activate a plan. */
const VALID_DAYS_MAX = 31;
/** "Valid for 30 days", "30 day validity". */
const VALID = 'valid|gültig|válido|válida|valide|valable|valido|valida|geçerli';
const FOR = 'for|für|por|pour|per|durante|pendant';
const VALIDITY = 'validity|Gültigkeit|de validez|de validité|di validità|de validade|geçerli';

export function needLength(title: string, reading: TitleReading): number {
  const { lengths, isChoice } = reading;
  if (isChoice) rejectChoice(title);
  const several = lengths.length > 0 ? 'more than one' : 'no';
  return (
    onlyLength(lengths) ??
    validFor(title, reading) ??
    reject('ambiguous_title', `${show(title)} states ${several} validity.`)
  );
}

function rejectChoice(title: string): never {
  return reject('ambiguous_title', `${show(title)} offers a choice of lengths or amounts.`);
}

export function needAllowance(title: string, reading: TitleReading, days: number | null): NamedAllowance {
  if (reading.isChoice) rejectChoice(title);
  const odd = reading.oddNumber();
  if (odd !== null)
    reject('ambiguous_title', `${show(title)} contains a number that is not certain: ${show(odd)}.`);
  return (
    allowanceIn(reading, days) ??
    reject('ambiguous_title', `${show(title)} states not exactly one amount of data.`)
  );
}
