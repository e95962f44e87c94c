/** The sources of the stored folders that `make-format-fixture.ts` writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PUBLISHED_AT = Date.parse('2026-11-16T12:00:00Z');

/** Returns the path of the sources file. Its feed is the file `feed.json` in the same folder. */
export function writeSources(folder: string): string {
  mkdirSync(join(folder, 'providers'), { recursive: true });
  const write = (name: string, value: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  write('providers/one.json', {
    id: 'one',
    name: 'One',
    homepage: 'https://one.example/',
    hosts: ['one.example'],
  });
  write('coupons.json', {
    coupons: [
      {
        id: 'ten',
        provider: 'one',
        code: 'TEN',
        discount: { percent: '10' },
        audience: 'everyone',
        use: 'every_order',
        verifiedAt: '2026-11-16',
      },
    ],
  });
  return write('sources.json', {
    providers: 'providers/',
    coupons: 'coupons.json',
    sources: [{ id: 'one-feed', adapter: 'esimdb', provider: 'one', options: { url: 'file:feed.json' } }],
  });
}
