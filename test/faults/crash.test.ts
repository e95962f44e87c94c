import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { publish } from '../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../src/catalogue/testing/market.ts';
import { removeFolder } from '../support/folder.ts';
import { openBeside } from '../support/store.ts';
import { TRIP } from './support/crash.ts';
import { makeFolder, NO_LIMITS, type ServiceProcess, startProcess, untilPrinted } from './support/process.ts';

/** Empties the write-ahead log, which would otherwise repair the damage. */
function emptyWriteAheadLog(folder: string): void {
  const db = new DatabaseSync(join(folder, 'esim.db'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Removes the second half of a stored blob. */
function truncateBlob(folder: string, sha256: string): void {
  const db = new DatabaseSync(join(folder, 'esim.db'));
  db.prepare('UPDATE blobs SET packed = substr(packed, 1, length(packed) / 2) WHERE sha256 = ?').run(sha256);
  db.close();
}

describe('a service on damaged data', () => {
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
  const search = (service: ServiceProcess): Promise<Response> =>
    fetch(service.url + TRIP, { headers: { connection: 'close' } });

  test('a corrupt database is set aside and reported, and the service publishes a new catalogue', async () => {
    await (await start()).kill();
    emptyWriteAheadLog(folder);
    const file = await open(join(folder, 'esim.db'), 'r+');
    // The first page stays, so that the file is still a database.
    const pageBytes = 4_096;
    await file.write(Buffer.alloc(60_000, 0x5a), 0, 60_000, pageBytes);
    await file.close();
    const service = await start();
    await untilPrinted(service, /the database was damaged and was renamed to esim\.db\.corrupt-1/);
    assert.ok(existsSync(join(folder, 'esim.db.corrupt-1')));
    assert.equal((await search(service)).status, 200);
  });

  test('a truncated snapshot is rejected, and the previous one is served', async () => {
    const store = await openBeside(folder);
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const publishPlan = (id: string) =>
      publish(store.snapshots, marketOf([{ ...PLAIN_PLAN, id }], { observation: observedAt(now) }), now);
    await publishPlan('previous');
    const newest = await publishPlan('newest');
    // The test holds the ingest lease, so that the service publishes no other catalogue.
    assert.notEqual(await store.leases.acquire('ingest', 600_000), null);
    await store.close();
    truncateBlob(folder, newest.content.sha256);
    const service = await start();
    await untilPrinted(service, new RegExp(`catalogue snapshot ${newest.serial} refused`));
    const { orders } = (await (await search(service)).json()) as {
      orders: { Cheapest: { plan: { id: string } }[] };
    };
    assert.deepEqual(
      orders.Cheapest.map(({ plan }) => plan.id),
      ['previous'],
    );
  });
});
