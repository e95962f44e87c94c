/** The examples of deploy/ say nothing that the service, the image and the guide do not know. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { STOP_WITHIN_MS } from '../../src/cli/commands/serve.ts';
import { readConfig } from '../../src/ingest/config/load.ts';
import { RATES_AGE_MAX_DAYS } from '../../src/ingest/config/rates.ts';
import { parseTrustProxy } from '../../src/limits/caller.ts';
import { DEFAULT_POLICIES } from '../../src/limits/policies.ts';
import { readSettings, SETTING_NAMES } from '../../src/service/settings.ts';
import {
  at,
  COMPOSE_FILES,
  composeOf,
  containerOf,
  entries,
  list,
  manifest,
  manifests,
  map,
  ownServices,
  podOf,
  ROOT,
  secondsOf,
  textOf,
  UNITS,
  unitEnvironment,
  withDefaults,
  word,
} from './support/examples.ts';

const guide = textOf('docs/deploying.md') + textOf('docs/operating.md');
const dockerfile = textOf('Dockerfile');
const config = await readConfig(join(ROOT, 'config/sources.json'));
const credentials = config.sources.flatMap((source) => Object.values(source.credentials));
const kubernetes = containerOf('Deployment', 'esim');
const deployment = podOf('Deployment', 'esim');

const dockerEnvironment = [
  ...(/^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g),
].map(([, name = '', value = '']) => [name, value] as const);

/** Everything that an example hands to the service, by where it stands. */
const environments: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Dockerfile: dockerEnvironment,
  ...Object.fromEntries(
    COMPOSE_FILES.map((file) => [
      file,
      ownServices(composeOf(file)).flatMap((service) =>
        Object.entries(map(service['environment'])).map(([name, value]) => [name, word(value)] as const),
      ),
    ]),
  ),
  'deploy/kubernetes.yaml': [
    ...Object.entries(map(manifest('ConfigMap', 'esim')['data'])),
    ...list(kubernetes['env']).map((each) => [at(each, 'name'), at(each, 'value') ?? '']),
  ].map(([name, value]) => [word(name), word(value)] as const),
  'deploy/esim.env': entries(textOf('deploy/esim.env').replaceAll(/^#(?=\w+=)/gm, '')),
  ...Object.fromEntries(UNITS.map((unit) => [unit, unitEnvironment(unit)])),
};

test('every variable of an example is a setting, a credential that the sources name, or Node’s own', () => {
  const known = new Set<string>([...SETTING_NAMES, ...credentials, 'NODE_ENV', 'NODE_COMPILE_CACHE']);
  // Put into STORE_URL next to it.
  const helping = new Set(['REDIS_PASSWORD']);
  for (const [file, variables] of Object.entries(environments)) {
    assert.ok(variables.length > 0, file);
    for (const [name] of variables) assert.ok(known.has(name) || helping.has(name), `${file}: ${name}`);
  }
});

test('the values are ones that a start takes', () => {
  for (const [file, variables] of Object.entries(environments)) {
    const env = Object.fromEntries(
      variables.map(([name, value]) => [
        name,
        withDefaults(value.replaceAll('%i', '8081').replaceAll('$(REDIS_PASSWORD)', 'secret')),
      ]),
    );
    // Compose insists on these two.
    if (env['BASE_URL'] === '') env['BASE_URL'] = 'https://esim.example';
    const none = (path: string) => (path.endsWith('limits.json') ? '{}' : '[]');
    assert.doesNotThrow(() => readSettings(env, none), file);
  }
});

test('what systemd’s environment file sets, no unit sets: the file would win', () => {
  const filed = new Set(environments['deploy/esim.env']!.map(([name]) => name));
  for (const [name] of unitEnvironment('deploy/esim@.service')) assert.ok(!filed.has(name), name);
  const ports = ['8081', '8086'].flatMap((instance) =>
    unitEnvironment('deploy/esim@.service')
      .filter(([name]) => name.endsWith('PORT'))
      .map(([, value]) => value.replace('%i', instance)),
  );
  assert.deepEqual(ports, ['8081', '18081', '8086', '18086']);
});

test('every folder that is mounted is one that the image has and the guide names, and every file comes from one', () => {
  const made = /mkdir -p (.+?) node_modules/.exec(dockerfile)?.[1]?.split(' ') ?? [];
  assert.deepEqual(made, ['/data', '/config']);
  for (const file of COMPOSE_FILES) {
    for (const service of ownServices(composeOf(file))) {
      for (const volume of list(service['volumes'])) {
        const [from = '', to = ''] = withDefaults(word(volume)).split(':');
        assert.ok(made.includes(to), `${file}: ${to}`);
        assert.ok(guide.includes(`\`${to}\``), to);
        if (from.startsWith('.')) assert.ok(existsSync(join(ROOT, dirname(file), from)), `${file}: ${from}`);
      }
      assert.ok(
        list(service['volumes']).some((volume) => word(volume).endsWith(':/config:ro')),
        file,
      );
      assert.equal(at(service['env_file'], 0, 'path'), 'credentials.env');
    }
  }
  const mounts = list(kubernetes['volumeMounts']).map((mount) => at(mount, 'mountPath'));
  assert.deepEqual(mounts, ['/config']);
  for (const [file, folder] of [
    ['deploy/kubernetes.yaml', '/config/'],
    ['deploy/esim.env', '/etc/esim/'],
  ] as const) {
    for (const [name, value] of environments[file]!)
      if (name.endsWith('_FILE')) assert.ok(value.startsWith(folder), `${file}: ${name}`);
    assert.ok(guide.includes(folder), folder);
  }
});

test('Kubernetes puts the files together as the sources file expects them', () => {
  const sources = list(at(deployment['volumes'], 0, 'projected', 'sources'));
  assert.deepEqual(
    sources.map((source) => at(source, 'configMap', 'name')),
    ['esim-config', 'esim-providers'],
  );
  const providers = list(at(sources[1], 'configMap', 'items')).map((item) => word(at(item, 'path')));
  assert.deepEqual(
    providers,
    config.providers.map(({ id }) => `providers/${id}.json`),
  );
  const secrets = list(kubernetes['envFrom']).map((each) => at(each, 'secretRef', 'name'));
  assert.ok(secrets.includes('esim-credentials'));
  for (const made of ['esim-redis', 'esim-credentials', 'esim-tls', 'esim-config', 'esim-providers'])
    assert.match(guide, new RegExp(`kubectl create .*${made}`), `the guide makes ${made}`);
});

test('everybody who stops the service gives it longer than it may take, and the guide says the same figures', () => {
  const longest = STOP_WITHIN_MS / 1000;
  const margin = 5;
  const given: Record<string, number> = {};
  for (const file of COMPOSE_FILES)
    for (const service of ownServices(composeOf(file))) given[file] = secondsOf(service['stop_grace_period']);
  for (const unit of UNITS)
    given[unit] = secondsOf(entries(textOf(unit)).find(([name]) => name === 'TimeoutStopSec')?.[1]);
  const before = secondsOf(at(kubernetes, 'lifecycle', 'preStop', 'exec', 'command', 1));
  const whole = secondsOf(deployment['terminationGracePeriodSeconds']);
  given['deploy/kubernetes.yaml'] = whole - before;
  for (const [file, seconds] of Object.entries(given)) assert.equal(seconds, longest + margin, file);
  assert.ok(guide.includes(`always within ${longest} s`));
  assert.ok(guide.includes(`\`terminationGracePeriodSeconds: ${whole}\``));
  assert.ok(guide.includes('`stop_grace_period: 30s`') && guide.includes('`TimeoutStopSec=30s`'));
});

const within = (address: string, range: string): boolean =>
  ipaddr.parse(address).match(ipaddr.parseCIDR(range) as [ipaddr.IPv4, number]);

test('only the proxy’s own address is trusted, and nobody else can be given it', () => {
  const single = composeOf('compose.yaml');
  const gateway = word(at(single, 'networks', 'outside', 'ipam', 'config', 0, 'gateway'));
  assert.equal(at(ownServices(single)[0], 'environment', 'TRUST_PROXY'), gateway);
  for (const port of list(ownServices(single)[0]?.['ports'])) assert.match(word(port), /^127\.0\.0\.1:/);

  const many = composeOf('deploy/compose.yaml');
  const proxy = word(at(many, 'services', 'nginx', 'networks', 'inside', 'ipv4_address'));
  const network = at(many, 'networks', 'inside', 'ipam', 'config', 0);
  for (const service of ownServices(many)) {
    assert.equal(at(service, 'environment', 'TRUST_PROXY'), proxy);
    assert.equal(service['ports'], undefined);
  }
  assert.ok(within(proxy, word(at(network, 'subnet'))));
  assert.ok(!within(proxy, word(at(network, 'ip_range'))));

  assert.ok(
    environments['deploy/esim.env']!.some(([name, value]) => name === 'TRUST_PROXY' && value === '127.0.0.1'),
  );
  const range = word(map(manifest('ConfigMap', 'esim')['data'])['TRUST_PROXY']);
  assert.doesNotThrow(() => parseTrustProxy(range));
  assert.ok(ipaddr.parseCIDR(range)[1] >= 24, `${range} is wider than an ingress`);
});

test('in Kubernetes the admin port is for the scraper alone, Redis for the service alone, and both have a password between them', () => {
  const policy = manifest('NetworkPolicy', 'esim');
  const byPort = Object.fromEntries(
    list(at(policy, 'spec', 'ingress')).map((rule) => [word(at(rule, 'ports', 0, 'port')), at(rule, 'from')]),
  );
  assert.deepEqual(Object.keys(byPort), ['8080', '9090']);
  assert.deepEqual(list(byPort['8080']).length, 1);
  assert.equal(list(byPort['9090']).length, 1);
  assert.ok(at(byPort['9090'], 0, 'namespaceSelector') !== undefined);
  assert.ok(at(byPort['9090'], 0, 'podSelector') !== undefined);
  for (const service of manifests.filter(({ kind }) => kind === 'Service'))
    for (const port of list(at(service, 'spec', 'ports'))) assert.notEqual(at(port, 'targetPort'), 'admin');

  const redis = manifest('NetworkPolicy', 'esim-redis');
  assert.deepEqual(at(redis, 'spec', 'ingress', 0, 'from'), [
    { podSelector: { matchLabels: { app: 'esim' } } },
  ]);
  assert.deepEqual(at(redis, 'spec', 'egress'), []);
  const key = { name: 'esim-redis', key: 'password' };
  for (const container of [kubernetes, containerOf('StatefulSet', 'esim-redis')]) {
    const named = list(container['env']).find((each) => at(each, 'name') === 'REDIS_PASSWORD');
    assert.deepEqual(at(named, 'valueFrom', 'secretKeyRef'), key);
  }
  assert.ok(
    manifests.every(({ kind }) => kind !== 'Secret'),
    'no secret stands in a file',
  );
});

test('as many processes are balanced as there are, and eight cores are divided as the guide says', () => {
  const names = Object.keys(map(composeOf('deploy/compose.yaml')['services'])).filter((name) =>
    name.startsWith('esim-'),
  );
  assert.ok(names.length > 1);
  assert.deepEqual(
    Object.keys(map(at(composeOf('deploy/compose.yaml'), 'services', 'nginx', 'depends_on'))),
    names,
  );
  for (const proxy of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    const balanced = [...textOf(proxy).matchAll(/(esim-\d):8080/g)].map(([, name]) => name);
    assert.deepEqual(balanced, names, proxy);
  }
  assert.match(guide, /six processes, one core for Redis, one for the proxy/);
  assert.match(guide, /systemctl enable --now esim@808\{1\.\.6\}/);
});

test('nginx logs to files, because it cannot open its standard output under systemd', () => {
  const logs = [...textOf('deploy/nginx.conf').matchAll(/^ *(?:error|access)_log (\S+)/gm)].map(
    ([, path]) => path,
  );
  assert.deepEqual(logs, ['/var/log/nginx/error.log', '/var/log/nginx/access.log']);
  // In the image these are links to the output of the container. A volume or a read-only folder would hide them.
  const nginx = map(at(composeOf('deploy/compose.yaml'), 'services', 'nginx'));
  for (const option of ['read_only', 'tmpfs']) assert.equal(nginx[option], undefined, option);
  for (const volume of list(nginx['volumes'])) assert.doesNotMatch(word(volume), /:\/var\/log/);
});

test('every base image says its version, and why it is not a digest', () => {
  const images = [
    ...[...dockerfile.matchAll(/^ARG NODE_IMAGE=(\S+)$/gm)].map(([, image]) => image),
    ...['redis', 'nginx'].map((name) =>
      withDefaults(word(at(composeOf('deploy/compose.yaml'), 'services', name, 'image'))),
    ),
    at(containerOf('StatefulSet', 'esim-redis'), 'image'),
  ];
  for (const image of images) assert.match(word(image), /^[a-z]+:\d[\w.-]*$/);
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  assert.equal(kubernetes['image'], `registry.example/esim:${version}`);
});

test('the guide says the default of every budget', () => {
  const said = [...guide.matchAll(/^\| `([\w.]+\.day)` \| ([\d,]+) \|/gm)].map(([, name, figure = '']) => [
    name,
    Number(figure.replace(',', '')),
  ]);
  const budgets = Object.entries(DEFAULT_POLICIES).filter(([name]) =>
    /\.(service|uncached)\.day$/.test(name),
  );
  assert.deepEqual(
    said,
    budgets.map(([name, { limit }]) => [name, limit]),
  );
});

test('no alarm is raised by a slow first read or by the longest usual pause of the exchange rates', () => {
  const rules = textOf('deploy/alerts.yml').split('- alert: ');
  const rule = (name: string) => rules.find((text) => text.startsWith(`${name}\n`)) ?? '';
  const waits = ['EsimNotReady', 'EsimCatalogueOld'].map((name) => /for: (\d+)m/.exec(rule(name))?.[1]);
  assert.deepEqual(waits, ['30', '30']);
  const days = Number(/age_seconds > (\d+) \* 24 \* 3600/.exec(rule('EsimRatesOld'))?.[1]);
  // From 00:00 of Maundy Thursday to the publication on Tuesday at 15:00 UTC.
  assert.ok(days > 5 + 15 / 24 && days < RATES_AGE_MAX_DAYS, String(days));
});

test('the guide says what to do about every alarm', () => {
  const alarms = [...textOf('deploy/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  assert.ok(alarms.length > 0);
  for (const alarm of alarms) assert.ok(guide.includes(`\`${alarm}\``), alarm);
});

test('both compose files pass every setting, from .env or as a fixed value', () => {
  /** Set by the image, or by a port and a volume of the container. */
  const inImage = [...dockerEnvironment.map(([name]) => name), 'STORE_URL', 'ADMIN_HOST'];
  for (const file of COMPOSE_FILES)
    for (const service of ownServices(composeOf(file))) {
      const passed = map(service['environment']);
      const missing = SETTING_NAMES.filter((name) => !(name in passed) && !inImage.includes(name));
      assert.deepEqual(missing, [], file);
      const fixed = ['TRUST_PROXY', 'STORE_URL'];
      for (const [name, value] of Object.entries(passed))
        if (!fixed.includes(name))
          assert.match(word(value), new RegExp(`^\\$\\{${name}:`), `${file}: ${name}`);
      assert.ok(list(service['env_file']).length > 0, `${file} passes the credentials of feeds`);
    }
});

test('nginx in Docker serves the challenges of an ACME client from a folder of the machine', () => {
  const [, folder = ''] = /acme-challenge\/ \{\s*root (\S+);/.exec(textOf('deploy/nginx.conf')) ?? [];
  const volumes = list(at(composeOf('deploy/compose.yaml'), 'services', 'nginx', 'volumes')).map(word);
  assert.ok(
    volumes.some((volume) => volume.endsWith(`:${folder}:ro`)),
    volumes.join(),
  );
});
