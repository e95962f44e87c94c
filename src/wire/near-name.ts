/**
 * Recognises a misspelled parameter of the REST API or argument of a tool, so that it is not ignored: another case or
 * camel case, `require[]`, a missing or extra underscore, or one letter more, less or different.
 */
export function nearName(given: string, known: readonly string[]): string | null {
  const plain = plainName(given);
  return (
    known.find((name) => plainName(name) === plain) ??
    known.find((name) => isOneLetterApart(plainName(name), plain)) ??
    null
  );
}

const plainName = (name: string): string => name.replace(/\[\]$/, '').replaceAll(/[_-]/g, '').toLowerCase();

/** One letter is added, missing or different. */
function isOneLetterApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const rest = short.length === long.length ? short.slice(same + 1) : short.slice(same);
  return rest === long.slice(same + 1);
}
