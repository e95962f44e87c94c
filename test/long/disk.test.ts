import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { TRIP } from '../faults/support/crash.ts';
import {
  makeFolder,
  NO_LIMITS,
  type ServiceProcess,
  startProcess,
  untilPrinted,
} from '../faults/support/process.ts';
import { removeFolder } from '../support/folder.ts';

const PATIENCE_MS = 20_000;
/** Room for the catalogue and little else. */
const DISK_BYTES = 24_000_000;

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** A disk of its own, so small that it can be filled. */
function makeDisk(): { path: string; remount(mode: 'ro' | 'rw'): void; remove(): void } | null {
  const path = makeFolder();
  if (process.getuid?.() !== 0 || !mount('-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', path)) {
    removeFolder(path);
    return null;
  }
  return {
    path,
    remount: (mode) => assert.ok(mount('-o', `remount,${mode}`, path)),
    remove() {
      spawnSync('umount', ['-l', path]);
      removeFolder(path);
    },
  };
}

async function ask(service: ServiceProcess, path = TRIP): Promise<{ status: number; code?: string }> {
  const answer = await fetch(service.url + path, { headers: { connection: 'close' } });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] ?? '' };
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < endsAt, what);
    await delay(100);
  }
}

/** Everything but the last few kilobytes. */
function fill(path: string): string {
  const file = join(path, 'filler');
  const { bavail, bsize } = statfsSync(path);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch {
    // Full is what was wanted.
  }
  return file;
}

const disk = makeDisk();
if (disk === null) {
  test('a full or read-only disk: not tried here, because only root may make one', (t) => {
    t.diagnostic('run the tests as root, or in a container, to try a full and a read-only disk');
  });
} else {
  test('a disk that fills up: counted routes answer 503 and say why, others go on, and all of it recovers', async (t) => {
    t.after(() => disk.remove());
    const folder = join(disk.path, 'data');
    mkdirSync(folder);
    const service = await startProcess({ folder, limits: NO_LIMITS, execArgv: [] });
    t.after(() => service.kill());
    await until('it serves', async () => (await ask(service)).status === 200);
    const filler = fill(disk.path);
    await until('it fails closed', async () => (await ask(service)).code === 'protection_unavailable');
    assert.equal((await ask(service, '/openapi.json')).status, 200);
    await untilPrinted(service, /the database cannot be written: disk full|disk error/);
    rmSync(filler);
    await until('it recovers', async () => (await ask(service)).status === 200);

    await service.kill();
    disk.remount('ro');
    // Nothing can be counted there, so it does not pretend to serve; it says so and ends.
    await assert.rejects(
      startProcess({ folder, execArgv: [] }),
      /read-only|cannot be opened|EROFS|disk error/,
    );
    disk.remount('rw');
    const next = await startProcess({ folder, limits: NO_LIMITS, execArgv: [] });
    t.after(() => next.kill());
    assert.equal((await ask(next)).status, 200);
  });
}
