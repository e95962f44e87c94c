import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import { brandParts } from '../web/brand/brand.ts';
import { misspeltSettings, readSettings, SETTING_NAMES, SettingsError, unsaid } from './settings.ts';

test('without variables the settings have their documented defaults', () => {
  const settings = readSettings({});
  assert.equal(settings.port, 8080);
  assert.equal(settings.host, 'localhost');
  assert.equal(settings.baseUrl, 'http://localhost:8080');
  assert.equal(settings.baseUrlIsSet, false);
  assert.equal(settings.serviceName, 'Eşim');
  assert.equal(settings.contact, 'http://localhost:8080/terms#contact');
  assert.equal(settings.storeUrl, 'file:data');
  assert.equal(settings.sourcesFile, null);
  assert.deepEqual(settings.trustProxy, []);
  assert.equal(settings.adminPort, null);
  assert.equal(settings.adminHost, 'localhost');
  assert.equal(settings.operator, null);
  assert.equal(settings.funding, null);
  assert.equal(settings.logLevel, 'info');
  assert.equal(settings.limits.policies['comparison.minute'].limit, 12);
  assert.ok(Object.isFrozen(settings));
});

test('a file of settings that is a pipe or a folder is refused at once', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-settings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const name of ['STORE_URL_FILE', 'LIMITS_FILE', 'AGREEMENTS_FILE']) {
    assert.throws(
      () => readSettings({ [name]: pipe }),
      new RegExp(`^SettingsError: ${name} .*it is a pipe, a socket or a device, not a file$`),
    );
    assert.throws(
      () => readSettings({ [name]: folder }),
      new RegExp(`^SettingsError: ${name} .*it is a folder, not a file$`),
    );
  }
});

test('an empty credential of systemd is refused, and does not select the default store', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-settings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'STORE_URL'), '\n');
  const message = `CREDENTIALS_DIRECTORY leads to ${folder}/STORE_URL, which cannot be used: it is empty`;
  assert.throws(() => readSettings({ CREDENTIALS_DIRECTORY: folder }), { message });
});

test('an empty variable counts as not set', () => {
  assert.deepEqual(readSettings({ PORT: '', BASE_URL: ' ' }), readSettings({}));
});

test('the default base URL contains the port, and the default contact contains the base URL', () => {
  assert.equal(readSettings({ PORT: '9000' }).baseUrl, 'http://localhost:9000');
  assert.equal(
    readSettings({ BASE_URL: 'https://esim.example' }).contact,
    'https://esim.example/terms#contact',
  );
});

test('a base URL may have a path, and a slash at its end is ignored', () => {
  for (const written of ['https://host.example/esim', 'https://host.example/esim/'])
    assert.equal(readSettings({ BASE_URL: written }).baseUrl, 'https://host.example/esim');
  assert.equal(readSettings({ BASE_URL: 'https://host.example/' }).baseUrl, 'https://host.example');
});

const REJECTED: readonly (readonly [name: string, value: string])[] = [
  ['OPERATOR', 'x'.repeat(301)],
  ['FUNDING', 'com\nmissions'],
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['HOST', 'a b'],
  ['HOST', 'http://x'],
  ['BASE_URL', 'esim.example'],
  ['BASE_URL', 'ftp://esim.example'],
  ['BASE_URL', 'https://esim.example/a//b'],
  ['BASE_URL', 'https://esim.example/a%20b'],
  ['BASE_URL', 'https://esim.example/?q'],
  ['BASE_URL', 'https://user@esim.example'],
  ['SERVICE_NAME', 'x'.repeat(61)],
  ['SERVICE_NAME', 'two\nlines'],
  ['CONTACT', 'somebody'],
  ['CONTACT', 'javascript:alert(1)'],
  ['CONTACT', 'http://esim.example'],
  ['STORE_URL', 'data'],
  ['STORE_URL', 'mysql://user:secret@db'],
  ['STORE_URL', 'redis://:pass\tword@db'],
  ['STORE_URL', 'file:data\u0000'],
  ['TRUST_PROXY', 'everyone'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['LIMITS_FILE', 'missing.json'],
  ['ADMIN_PORT', 'x'],
  ['ADMIN_HOST', '/'],
  ['REFERENCE_FOLDER', '/no/such/folder'],
  ['BRAND_FOLDER', '/no/such/folder'],
  ['LOG_LEVEL', 'loud'],
];

for (const [name, value] of REJECTED) {
  test(`${name}=${JSON.stringify(value.slice(0, 40))} is rejected in one line that begins with its name`, () => {
    assert.throws(
      () => readSettings({ [name]: value }),
      (error) => {
        assert.ok(error instanceof SettingsError);
        assert.ok(error.message.startsWith(name));
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
  });
}

test('an error never repeats the URL of a store, which may contain a password', () => {
  assert.throws(
    () => readSettings({ STORE_URL: 'mysql://user:secret@db' }),
    (error) => error instanceof Error && !error.message.includes('secret'),
  );
});

test('a limits file overrides single limits, and an error names an unknown limit or the setting of the file', () => {
  const read = (json: string) => readSettings({ LIMITS_FILE: 'limits.json' }, () => json);
  const { policies } = read('{"comparison.minute": 31}').limits;
  assert.deepEqual(policies, {
    ...DEFAULT_POLICIES,
    'comparison.minute': { ...DEFAULT_POLICIES['comparison.minute'], limit: 31 },
  });
  assert.deepEqual(read('{}').limits.policies, DEFAULT_POLICIES);
  assert.throws(() => read('{"comparison.hour": 1}'), /comparison\.hour/);
  assert.throws(() => read('{'), /LIMITS_FILE/);
});

test('the example of a look of the pages is valid, and a fault of a folder is one line that begins with the setting', () => {
  const folder = new URL('../../config/brand/', import.meta.url).pathname;
  assert.deepEqual(brandParts(readSettings({ BRAND_FOLDER: folder }).brand!), [
    'logo',
    'icon',
    'tagline (en, de, es, tr)',
    'accent #0b6b4f',
  ]);
  const broken = mkdtempSync(join(tmpdir(), 'brand-'));
  writeFileSync(join(broken, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  writeFileSync(join(broken, 'brand.json'), '{"accent": "#eeeeee"}');
  try {
    assert.throws(
      () => readSettings({ BRAND_FOLDER: broken }),
      /^SettingsError: BRAND_FOLDER is not valid: \S+logo\.svg, line 1, column \d+: contains a script[^\n]*; \S+brand\.json, line 1, column 12: accent [^\n]+$/,
    );
  } finally {
    rmSync(broken, { recursive: true });
  }
});

test('who runs a public address and what pays for it is recommended, and nothing for a private one', () => {
  const advice = (env: Record<string, string>) => unsaid(readSettings(env));
  const BASE_URL = 'https://esim.example';
  assert.match(
    advice({ BASE_URL }) ?? '',
    /^for https:\/\/esim\.example, setting OPERATOR and FUNDING is recommended/,
  );
  assert.match(advice({ BASE_URL, OPERATOR: 'Example Ltd' }) ?? '', / setting FUNDING is recommended/);
  assert.equal(advice({ BASE_URL, OPERATOR: 'Example Ltd', FUNDING: 'commissions' }), null);
  for (const own of [
    'http://localhost:8080',
    'http://192.168.1.4',
    'http://10.0.0.1:80',
    'https://esim.local',
    'http://[::1]',
  ])
    assert.equal(advice({ BASE_URL: own }), null, own);
  assert.equal(advice({}), null);
});

test('docs/operating.md documents every setting, and no other', () => {
  const text = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const start = text.indexOf('## Settings');
  const section = text.slice(start, text.indexOf('\n## ', start));
  const documented = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(documented), new Set<string | undefined>(SETTING_NAMES));
});

test('a variable that is nearly called like a setting is named, unless that setting is given', () => {
  assert.deepEqual(
    misspeltSettings({
      SOURCE_FILE: 'a',
      BASEURL: 'b',
      TRUST_PROXIES: 'c',
      limits_file: 'd',
      HOME: 'e',
      POST: 'f',
    }),
    [
      'the variable SOURCE_FILE is not a setting: did you mean SOURCES_FILE?',
      'the variable BASEURL is not a setting: did you mean BASE_URL?',
      'the variable limits_file is not a setting: did you mean LIMITS_FILE?',
    ],
  );
  assert.deepEqual(misspeltSettings({ SOURCE_FILE: 'a', SOURCES_FILE: 'b', STORE_URL_FILE: 'c' }), []);
});
