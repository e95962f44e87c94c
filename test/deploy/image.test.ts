/** The files of the image. A job of the release workflow builds the image, starts it and asks for its health. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, textOf } from './support/examples.ts';

/** The files and folders that the Dockerfile copies from the project. */
const copied = textOf('Dockerfile')
  .split('\n')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(' ').slice(1, -1));

test('every file that the Dockerfile copies exists and is sent to the builder', () => {
  const sent = new Set([...textOf('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, name]) => name));
  assert.ok(copied.length > 0);
  for (const name of copied) {
    assert.ok(existsSync(join(ROOT, name)), `${name} does not exist`);
    assert.ok(sent.has(name), `.dockerignore excludes ${name}`);
  }
});

test('the builder gets nothing that the Dockerfile does not copy', () => {
  const sent = [...textOf('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, name]) => name!);
  assert.deepEqual(
    sent.filter((name) => !copied.includes(name)),
    [],
  );
});
