import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { publish } from '../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../src/catalogue/testing/market.ts';
import { openBeside } from '../support/store.ts';
import { crashRound, faultOf, PHASES, startCrashing, TRIP } from './support/crash.ts';
import { makeFolder, NO_LIMITS, removeFolder, type ServiceProcess, startProcess } from './support/process.ts';

/** What is still in the write-ahead log would mend the damage. */
function intoMainFile(folder: string): void {
  const db = new DatabaseSync(join(folder, 'esim.db'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** A few of each kind for every run; `scripts/crash.ts` does two hundred. */
const ROUNDS = 4;

describe('kill -9 and damage', () => {
  let folder: string;
  const running: ServiceProcess[] = [];
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(async () => {
    for (const service of running.splice(0)) await service.kill();
    removeFolder(folder);
  });
  const start = async (): Promise<ServiceProcess> => {
    const service = await startProcess({ folder, limits: NO_LIMITS, execArgv: [] });
    running.push(service);
    return service;
  };
  const statusOf = async (service: ServiceProcess): Promise<number> => {
    const answer = await fetch(service.url + TRIP, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status;
  };

  test('at any moment: it comes back with the last good catalogue and at most a second of counts lost', async () => {
    let service = await startCrashing(folder);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const phase = PHASES[round % PHASES.length]!;
        const done = await crashRound(folder, service, phase, (round + 0.5) / ROUNDS);
        service = done.service;
        assert.equal(faultOf(done.report), null, JSON.stringify(done.report));
      }
    } finally {
      await service.kill();
    }
  });

  test('in the middle of the very first ingest: the next start makes a catalogue all the same', async () => {
    for (const afterMs of [400, 900]) {
      removeFolder(folder);
      await startProcess({
        folder,
        execArgv: [],
        onStart: (child) => void delay(afterMs).then(() => child.kill('SIGKILL')),
      })
        .then((service) => service.kill())
        .catch(() => {});
    }
    removeFolder(folder);
    // Whoever died there still holds the right to ingest: the next one waits for it to run out.
    const store = await openBeside(folder);
    assert.notEqual(await store.leases.acquire('ingest', 10_000), null);
    await store.close();
    const service = await start();
    assert.equal(await statusOf(service), 200);
    assert.match(service.printed(), /another process makes the first catalogue, or died while it did/);
  });

  test('a corrupt database is set aside, said so, and the service makes a new catalogue', async () => {
    await (await start()).kill();
    intoMainFile(folder);
    const file = await open(join(folder, 'esim.db'), 'r+');
    await file.write(Buffer.alloc(60_000, 0x5a), 0, 60_000, 4_096);
    await file.close();
    const service = await start();
    assert.match(service.printed(), /the database was damaged and is set aside as esim\.db\.corrupt-1/);
    assert.ok(existsSync(join(folder, 'esim.db.corrupt-1')));
    assert.equal(await statusOf(service), 200);
  });

  test('a database cut short is set aside as well', async () => {
    await (await start()).kill();
    intoMainFile(folder);
    await truncate(join(folder, 'esim.db'), 20_000);
    const service = await start();
    assert.match(service.printed(), /set aside as esim\.db\.corrupt-1/);
    assert.equal(await statusOf(service), 200);
  });

  test('a truncated snapshot is refused by name, and the edition before it is served', async () => {
    await (await start()).kill();
    const store = await openBeside(folder);
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const market = marketOf([PLAIN_PLAN], { observations: [observedAt(now)] });
    const { serial, content } = await publish(store.snapshots, market, now);
    await store.close();
    const db = new DatabaseSync(join(folder, 'esim.db'));
    db.prepare('UPDATE chunks SET packed = substr(packed, 1, length(packed) / 2) WHERE sha256 = ?').run(
      content.sha256,
    );
    db.close();
    const service = await start();
    assert.match(service.printed(), new RegExp(`catalogue snapshot ${serial} refused`));
    assert.equal(await statusOf(service), 200);
  });

  test('a second process on the same folder ends with one clear line, and the first goes on', async () => {
    const first = await start();
    await assert.rejects(startProcess({ folder, execArgv: [] }), /STORE_URL=redis:/);
    assert.equal(await statusOf(first), 200);
    await first.stop();
    assert.equal(first.child.exitCode, 0);
  });
});
