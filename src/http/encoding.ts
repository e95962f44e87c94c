import type { Encoding } from '../comparison/answer.ts';

/** Clients send a handful of spellings; parsing each once keeps the hot path a map look-up. */
const known = new Map<string, Encoding>();
const KNOWN_MAX = 256;

/** The best encoding that a client takes: brotli, then gzip, then none. */
export function encodingFor(accept: string | undefined): Encoding {
  if (accept === undefined) return 'identity';
  const found = known.get(accept);
  if (found !== undefined) return found;
  const encoding = parse(accept);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(accept, encoding);
  return encoding;
}

function parse(accept: string): Encoding {
  const quality = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    quality.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const takes = (name: string) => (quality.get(name) ?? quality.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
