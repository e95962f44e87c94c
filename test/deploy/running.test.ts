/** The examples in the programs that they are written for. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DEFAULT_POLICIES } from '../../src/limits/policies.ts';
import type { StoreEvent } from '../../src/store/port.ts';
import { openRedisStore } from '../../src/store/redis/open.ts';
import { startNginx } from '../faults/support/nginx.ts';
import { createAuthority } from '../support/certificates.ts';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { at, composeOf, containerOf, list, ROOT, textOf, UNITS, word } from './support/examples.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

function openFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'esim-deploy-'));
  t.after(() => removeFolder(folder));
  return folder;
}

test('behind the nginx example, over TLS, a caller is who nginx saw, whatever it claims to be', async (t) => {
  const authority = createAuthority();
  t.after(() => authority.remove());
  const service = await startTestService();
  t.after(() => service.stop());
  const upstream = Number(new URL(service.url).port);
  const nginx = await startNginx([upstream, upstream], authority.issue('esim.example'));
  t.after(() => nginx.stop());
  const ask = (forged: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: nginx.port,
          path: TRIP,
          servername: 'esim.example',
          ca: authority.cert,
          headers: { Host: 'esim.example', 'X-Forwarded-For': forged },
        },
        (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
      )
        .on('error', reject)
        .end();
    });
  const answered: (number | undefined)[] = [];
  for (let index = 1; index <= 13; index++) answered.push(await ask(`198.51.100.${index}`));
  assert.deepEqual(answered, [...Array<number>(12).fill(200), 429]);
  const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/esim/TR?lang=de`, { redirect: 'manual' });
  assert.deepEqual(
    [plain.status, plain.headers.get('location')],
    [308, 'https://esim.example/esim/TR?lang=de'],
  );
  // A challenge of an ACME client is a file of the proxy, and is not redirected.
  const challenge = await fetch(`http://127.0.0.1:${nginx.plainPort}/.well-known/acme-challenge/none`, {
    redirect: 'manual',
  });
  assert.equal(challenge.status, 404);
});

/** Sends one request with a query from 127.0.0.2, so that the address of the client differs from those of the processes. */
const askFrom = (port: number, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    plainRequest({ host: '127.0.0.1', port, path, localAddress: CLIENT }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    )
      .on('error', reject)
      .end();
  });
const CLIENT = '127.0.0.2';

test('nginx logs a failed process without the address and the query of the client', async (t) => {
  const service = await startTestService();
  t.after(() => service.stop());
  const working = Number(new URL(service.url).port);
  const dead = await freePort();
  const nginx = await startNginx([working, dead]);
  t.after(() => nginx.stop());
  assert.equal(await askFrom(nginx.port, '/robots.txt?private=1'), 200);
  assert.equal(await askFrom(nginx.port, '/robots.txt?private=1'), 200);
  await service.stop();
  assert.equal(await askFrom(nginx.port, '/robots.txt?private=1'), 502);
  await until('the access log has the failure', async () => nginx.accesses().includes(' 502 '));
  assert.ok(nginx.accesses().includes(`127.0.0.1:${dead}`), nginx.accesses());
  for (const log of [nginx.accesses(), nginx.errors()]) {
    assert.ok(!log.includes(CLIENT), log);
    assert.doesNotMatch(log, /private|robots/);
  }
});

const REDIS_COMMANDS = {
  'deploy/compose.yaml': list(at(composeOf('deploy/compose.yaml'), 'services', 'redis', 'command')).map(
    (part) => word(part).replaceAll('$$', '$'),
  ),
  'deploy/kubernetes.yaml': list(containerOf('StatefulSet', 'esim-redis')['command']).map(word),
};

for (const [file, command] of Object.entries(REDIS_COMMANDS)) {
  test(`${file}: Redis asks for its password, shows it to no list of processes, and is set as the service wants it`, async (t) => {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'esim-deploy-'));
    const [shell = '', option = '', script = ''] = command;
    const child = spawn(shell, [option, script.replace('<<END\n', `<<END\nport ${port}\nbind 127.0.0.1\n`)], {
      cwd: folder,
      env: { PATH: process.env['PATH'], REDIS_PASSWORD: 'a-long-secret' },
      stdio: 'ignore',
    });
    t.after(async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      // The shell has given its place to Redis, so the signal reaches it and it ends well.
      assert.deepEqual(await ended, [0, null]);
      rmSync(folder, { recursive: true, force: true });
    });
    await until('Redis listens', async () => (await say(port, 'PING')).startsWith('-NOAUTH'));
    const shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8');
    assert.match(shown, /^redis-server/);
    assert.doesNotMatch(shown, /a-long-secret/);
    const events: StoreEvent[] = [];
    const store = await openRedisStore({
      url: `redis://:a-long-secret@127.0.0.1:${port}`,
      policies: DEFAULT_POLICIES,
      clock: Date.now,
      random: randomBytes,
      onEvent: (event) => events.push(event),
    });
    await store.close();
    assert.deepEqual(
      events.filter(({ level }) => level === 'warn'),
      [],
    );
  });
}

/** The first line that a server answers to a stranger; empty where nobody listens yet. */
const say = (port: number, word: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${word}\r\n`));
    const end = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.once('data', (chunk) => end(String(chunk))).once('error', () => end(''));
  });

/** Where a machine has the program, it must agree; where it has not, the other tests still read the file. */
const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

test('systemd takes the units', (t) => {
  if (!has('systemd-analyze')) return t.diagnostic('systemd-analyze is not here');
  const folder = openFolder(t);
  const files = UNITS.map((unit) => {
    const file = join(folder, unit.replace('deploy/', '').replace('@.', '@8081.'));
    writeFileSync(file, textOf(unit).replaceAll('/opt/esim', ROOT));
    return file;
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  const ours = stderr.split('\n').filter((line) => /esim/.test(line));
  assert.deepEqual([status, ours], [0, []]);
});

test('the alert rules know paused sources, intervals, broken files and spent budgets', (t) => {
  if (!has('promtool')) return t.diagnostic('promtool is not here');
  const folder = openFolder(t);
  const file = join(folder, 'test.yml');
  writeFileSync(join(folder, 'alerts.yml'), textOf('deploy/alerts.yml'));
  writeFileSync(file, textOf('test/deploy/support/alerts-test.yml'));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

test('Caddy logs a failed process without the address and the query of the client', async (t) => {
  if (!has('caddy')) return t.diagnostic('caddy is not here');
  const folder = openFolder(t);
  const port = await freePort();
  const dead = await freePort();
  const file = join(folder, 'Caddyfile');
  const config = textOf('deploy/Caddyfile')
    .replace(/^\{$/m, '{\n\tadmin off')
    .replace('esim.example {', `http://127.0.0.1:${port} {`)
    .replace(/(esim-\d:8080 ?)+/, `127.0.0.1:${dead} `)
    .replace('lb_try_duration 2s', 'lb_try_duration 100ms');
  writeFileSync(file, config);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  const ended = once(child, 'close');
  await until('Caddy answers', async () => {
    const status = await askFrom(port, '/robots.txt?private=1').catch(() => null);
    return status === 502;
  });
  child.kill('SIGTERM');
  await ended;
  assert.match(log, /"status":502/);
  assert.ok(!log.includes(CLIENT), log);
  assert.doesNotMatch(log, /private|robots/);
});

test('Caddy takes its file', (t) => {
  if (!has('caddy')) return t.diagnostic('caddy is not here');
  const file = join(openFolder(t), 'Caddyfile');
  writeFileSync(file, textOf('deploy/Caddyfile'));
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
    env: { ...process.env, HOME: openFolder(t), XDG_DATA_HOME: openFolder(t) },
  });
  assert.equal(status, 0, stderr);
});
