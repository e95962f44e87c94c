/** Random numbers from a seed, so that a failed case can be repeated. */
export interface Random {
  /** From 0 up to, not including, `end`. */
  below(end: number): number;
  pick<T>(values: readonly T[]): T;
  chance(share: number): boolean;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, pick: (values) => values[below(values.length)]!, chance: (share) => next() < share };
}

/** Values that have broken programs before. */
export const NASTY: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '07',
  '7.0',
  '+7',
  '1e1',
  '0x7',
  '90',
  '91',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '[]',
  '{}',
  '../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f',
  '%00',
  '%0d%0aX-Injected:%201',
  '%c0%ae%c0%ae',
  '%ff%fe',
  '%ED%A0%80',
  '%',
  '%zz',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '#{7*7}',
  '{{7*7}}',
  "' OR 1=1 --",
  'javascript:alert(1)',
  'https://evil.example',
  '//evil.example',
  '\\\\evil.example',
  'a'.repeat(2_000),
  '%F0%9F%87%B9%F0%9F%87%B7',
  'TR',
  'tr',
  'UK',
  'T\u0131',
  'normal',
  'variants',
];

const inVariations = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16)).join('');

/** Texts that a hostile feed adds: hidden sentences, reversed letters, links and markup. All of them contain "evil". */
export const HOSTILE: readonly string[] = [
  inVariations('evil rules'),
  '\u{E0065}\u{E0076}\u{E0069}\u{E006C}',
  ' \u202Emoc.live\u202C evil',
  '\u2066evil.example\u2069',
  '\u200Bevil\u200D.example\uFEFF',
  '\u3164\uFFA0\u2800\u00AD evil.com',
  ` evil${'\u0335\u0321\u0353'.repeat(20)}.example`,
  ' https://evil.example/?q=1',
  ' evil.example/free',
  ' [evil](https://evil.example/)',
  ' ![evil](https://evil.example/x.png)',
  ' <https://evil.example>',
  ' <img src=https://evil.example/x onerror=alert(1)>',
  ' &lt;script src=//evil.example&gt;',
  ' javascript:evil()',
  ' \u001B]8;;https://evil.example\u0007here\u001B]8;;\u0007',
  '\r\n{"level":"error","message":"evil.example"}',
];
