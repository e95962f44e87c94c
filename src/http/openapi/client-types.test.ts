import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientTypes, DOCUMENT } from '../../../scripts/client-types.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('the types of the JavaScript client are those of the OpenAPI document (npm run format writes them)', () => {
  const formatted = execFileSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['format', '--stdin-file-path=types.d.ts'],
    { cwd: ROOT, input: clientTypes(DOCUMENT), encoding: 'utf8' },
  );
  assert.equal(readFileSync(join(ROOT, 'clients/js/types.d.ts'), 'utf8'), formatted);
});
