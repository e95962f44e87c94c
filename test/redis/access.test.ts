/** A real server with users: the documented permissions are enough, and a start without one of them says which is missing. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { ask, esim, esimProcess, temporaryFolder } from '../cli/support.ts';
import { startProcess } from '../faults/support/process.ts';
import { openStore, PATIENT, Server } from './support.ts';

const PASSWORD = 'a-long-password';

/** The rules of the user that docs/operating.md describes. */
function documentedRules(): string[] {
  const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, rules = ''] = /^ACL SETUSER esim on >password (.+)$/m.exec(guide) ?? [];
  assert.notEqual(rules, '');
  return rules.split(' ');
}

describe('a user of Redis', () => {
  let server: Server;
  before(async () => {
    server = await Server.start('--appendonly', 'yes');
  });
  after(() => server.stop());

  const urlOf = (user: string, password = PASSWORD) => `redis://${user}:${password}@127.0.0.1:${server.port}`;
  const createUser = (name: string, rules: readonly string[]) =>
    server.ask('ACL', 'SETUSER', name, 'on', `>${PASSWORD}`, ...rules);

  test('with the documented permissions decides, publishes, hears news and lists the usage', async (t) => {
    await createUser('esim', documentedRules());
    const [here, there] = [await openStore(urlOf('esim'), PATIENT), await openStore(urlOf('esim'), PATIENT)];
    t.after(() => Promise.all([here.store.close(), there.store.close()]));
    assert.deepEqual(here.events, []);
    assert.equal((await here.store.counters.take('comparison', callerNamed('c'))).admitted, true);
    const heard = new Promise<number | undefined>((resolve) => {
      there.store.snapshots.watch((snapshot) => resolve(snapshot?.serial));
    });
    const blob = await here.store.snapshots.putBlob(new Uint8Array(1000).fill(7));
    const summary = { plans: 0, added: 0, removed: 0, priceChanges: 0 };
    const draft = { publishedAt: 1, content: blob, observations: blob, reason: 'publish' as const, summary };
    const { serial } = await here.store.snapshots.announce(draft);
    assert.equal(await heard, serial);
    const usage = await here.store.counters.usage();
    assert.equal(usage.find(({ name }) => name === 'comparison.day')?.taken, 1);
    await here.store.documents.put('d', 'k', new Uint8Array(3));
    assert.deepEqual(await here.store.documents.keys('d'), ['k']);
    await here.store.clicks.add('batch', new Map([['name', 2]]));
    assert.deepEqual(await there.store.clicks.all(), new Map([['name', 2]]));
    const token = await here.store.leases.acquire('one', 1000);
    await here.store.leases.release('one', token!);
  });

  test('without one permission, or with a wrong password, is told what is missing', async (t) => {
    // The Redis client must write nothing of its own between the lines of the service.
    const written = t.mock.method(console, 'warn', () => {});
    const rules = documentedRules();
    const cases: readonly (readonly [name: string, rules: readonly string[], message: RegExp])[] = [
      ['info', rules.filter((rule) => rule !== '+info'), /its user may not run INFO; grant the command/],
      [
        'scripts',
        rules.filter((rule) => rule !== '+@scripting'),
        /its user may not run EVALSHA; grant the command/,
      ],
      ['keys', rules.filter((rule) => !rule.startsWith('~')), /may not read and write the keys/],
      ['channels', rules.filter((rule) => !rule.startsWith('&')), /may not use the channels/],
      [
        'writes',
        rules.filter((rule) => rule !== '+@write'),
        /may not run the commands of the scripts, which read and write/,
      ],
    ];
    for (const [name, given, message] of cases) {
      await createUser(name, given);
      const { code, stderr } = await esim(['check'], { STORE_URL: urlOf(name) });
      assert.equal(code, 1, name);
      assert.match(stderr, message, name);
      assert.doesNotMatch(stderr, /refused the user or the password/, name);
    }
    for (const url of [urlOf('info', 'wrong'), urlOf('nobody')]) {
      const { code, stderr } = await esim(['check'], { STORE_URL: url });
      assert.equal(code, 1);
      assert.match(stderr, /refused the user or the password of STORE_URL/);
      assert.doesNotMatch(stderr, /wrong|a-long-password/);
    }
    assert.equal(written.mock.callCount(), 0);
  });

  test('with a database that it cannot use is refused, and never uses database 0 instead', async (t) => {
    for (const database of [16, 99_999_999_999]) {
      const { code, stderr } = await esim(['check'], { STORE_URL: `${server.url}/${database}` });
      assert.equal(code, 1, `${database}`);
      assert.match(stderr, new RegExp(`Redis has no database ${database}, which STORE_URL names`));
    }
    await createUser('select', [...documentedRules(), '-select']);
    await assert.rejects(openStore(`${urlOf('select')}/3`, PATIENT), /its user may not run SELECT/);
    const { store } = await openStore(`${server.url}/15`, { ...PATIENT, keyPrefix: 'fifteen' });
    t.after(() => store.close());
    await store.documents.put('d', 'k', new Uint8Array(3));
    assert.deepEqual(await server.ask('KEYS', '*fifteen*'), []);
  });

  test('gets its password from a file or a credential of systemd, and a missing file is named', async (t) => {
    await createUser('from-file', documentedRules());
    const folder = temporaryFolder();
    t.after(() => folder.remove());
    const credentials = join(folder.path, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'STORE_URL'), `${urlOf('from-file')}\n`);
    for (const env of [
      { STORE_URL_FILE: join(credentials, 'STORE_URL') },
      { CREDENTIALS_DIRECTORY: credentials },
    ]) {
      const { code, stdout, stderr } = await esimProcess(['check'], env, { cwd: folder.path });
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^ok {2}store: Redis answers$/m);
    }
    const gone = await esimProcess(['serve'], { STORE_URL_FILE: join(folder.path, 'gone'), PORT: '0' });
    assert.equal(gone.code, 1);
    assert.match(
      gone.stderr,
      /^esim: STORE_URL_FILE leads to \S+\/gone, which cannot be used: it does not exist\n$/,
    );
  });

  test('sees the use of each agreement, counted in Redis', async (t) => {
    const folder = temporaryFolder();
    t.after(() => folder.remove());
    const AGREEMENTS_FILE = join(folder.path, 'agreements.json');
    const agreement = (name: string, network: string, per: string) => ({
      name,
      networks: [network],
      per,
      limits: { 'list.minute': 50 },
    });
    writeFileSync(
      AGREEMENTS_FILE,
      JSON.stringify([
        agreement('an office', '198.51.100.0/24', 'network'),
        agreement('students', '203.0.113.0/24', 'address'),
        agreement('nobody yet', '192.0.2.0/24', 'address'),
      ]),
    );
    const env = { STORE_URL: server.url, AGREEMENTS_FILE, TRUST_PROXY: '127.0.0.1,::1' };
    const service = await startProcess({ folder: folder.path, env });
    t.after(() => service.kill());
    const askOften = async (address: string, times: number) => {
      for (let time = 0; time < times; time += 1) {
        const response = await ask(`${service.url}/api/v1/countries`, {
          headers: { 'X-Forwarded-For': address },
        });
        assert.equal(response.status, 200);
        await response.arrayBuffer();
      }
    };
    await askOften('198.51.100.1', 2);
    await askOften('198.51.100.2', 1);
    await askOften('203.0.113.1', 4);
    await askOften('203.0.113.2', 1);
    const { code, stdout, stderr } = await esim(['limits', '--usage', '--json'], env);
    assert.equal(code, 0, stderr);
    const { agreements } = JSON.parse(stdout) as {
      agreements: { name: string; limits: { name: string; taken: number; callers: number }[] }[];
    };
    const used = agreements.map(({ name, limits }) => {
      const { taken, callers } = limits.find((window) => window.name === 'list.day')!;
      return [name, taken, callers];
    });
    assert.deepEqual(used, [
      ['an office', 3, 1],
      ['students', 4, 2],
      ['nobody yet', 0, 0],
    ]);
  });
});
