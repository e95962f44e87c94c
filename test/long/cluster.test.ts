/** A Redis Cluster that changes its masters while real service processes are asked over HTTP all the time. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeFolder, NO_LIMITS, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { surviveFault, untilQuiet } from '../faults/support/survive.ts';
import { DAY_LIMIT } from '../faults/support/traffic.ts';
import { awayFromMidnight, type Server, startCluster } from '../redis/support.ts';
import { removeFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const LIMITS = { ...NO_LIMITS, 'comparison.day': DAY_LIMIT };
/** All counters share one slot, so one master decides. */
const COUNTERS = '{esim:c}';

describe('two processes under load on a Cluster of three masters with a replica each', () => {
  const folder = makeFolder();
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  const services: ServiceProcess[] = [];

  before(async () => {
    await awayFromMidnight();
    cluster = await startCluster(1);
    const env = { STORE_URL: cluster.url, LOG_LEVEL: 'error', TEST_STORE_DEADLINE: 'usual' };
    for (let times = 0; times < 2; times += 1) {
      services.push(await startProcess({ folder, env, limits: LIMITS, execArgv: [] }));
    }
    await untilQuiet(services);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await cluster.stop();
    removeFolder(folder);
  });

  /** Who decides now, and who follows, as a node that runs sees it. */
  async function deciding(): Promise<{ master: Server; replica: Server | undefined }> {
    type Node = [host: string, port: number];
    for (const server of cluster.servers) {
      const slots = (await server.ask('CLUSTER', 'SLOTS').catch(() => null)) as
        | [number, number, Node, Node?][]
        | null;
      if (slots === null) continue;
      const slot = Number(await server.ask('CLUSTER', 'KEYSLOT', COUNTERS));
      const shard = slots.find(([from, to]) => from <= slot && slot <= to);
      const node = (port: number | undefined) => cluster.servers.find((each) => each.port === port);
      const master = node(shard?.[2][1]);
      if (master !== undefined) return { master, replica: node(shard?.[3]?.[1]) };
    }
    throw new Error('no node answers');
  }

  const takenOverBy = (next: Server) =>
    until('the replica has taken over', async () => (await deciding()).master === next, 15_000);

  test('its operator makes the replica the master: nothing is lost', async (t) => {
    const { replica } = await deciding();
    assert.ok(replica !== undefined);
    await surviveFault(t, services, {
      // How much of it is noticed depends on the moment: the master stands still until its replica has caught up.
      begin: async () => void (await replica.ask('CLUSTER', 'FAILOVER')),
      end: () => takenOverBy(replica),
      isNoticed: null,
    });
  });

  test('the master of the counters dies: its replica takes over', async (t) => {
    await until('a replica follows', async () => (await deciding()).replica !== undefined);
    const { master, replica } = await deciding();
    assert.ok(replica !== undefined);
    await until('it has caught up', async () =>
      String(await replica.ask('INFO', 'replication')).includes('master_link_status:up'),
    );
    await surviveFault(t, services, {
      begin: () => master.kill(),
      end: () => takenOverBy(replica),
      // What the master had answered and not yet passed on died with it.
      overBy: 2,
    });
  });
});
