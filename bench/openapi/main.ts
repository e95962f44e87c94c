/**
 * Tests the OpenAPI document with tools of other vendors: a linter must find no error, and a client that is generated
 * from the document must compile and call the service. Exits with 1 if one of them fails.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestService } from '../../test/support/service.ts';

const FOLDER = import.meta.dirname;
const run = promisify(execFile);
if (!existsSync(join(FOLDER, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** Uses every kind of parameter and reads deep into the response. The compiler checks every name in it. */
const CLIENT = `import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

declare const process: { argv: string[] };
const baseUrl = process.argv[2] ?? '';
const options = { baseUrl, querySerializer: { array: { style: 'form', explode: false } } } as const;
const client = createClient<paths, \`application/\${string}\`>(options);
const csvClient = createClient<paths, 'text/csv'>(options);
const { data, error, response } = await client.GET('/api/v1/plans', {
  params: {
    query: {
      country: 'JP', days: 5, need: 'normal', then: ['KR:4', 'TW:3'], require: ['hotspot', '5g'],
      avoid_exits: ['CN'], data_gb: 12.5, max_usd: 200, limit: 3, include: 'variants',
    },
  },
});
if (data === undefined) throw new Error(\`\${response.status} \${JSON.stringify(error)}\`);
const itinerary: components['schemas']['Itinerary'] | undefined = data.itinerary;
const legs: components['schemas']['Leg'][] = itinerary?.recommended?.legs ?? [];
const stops: components['schemas']['Stop'][] = legs.flatMap((leg) => leg.stops);
const csv = await csvClient.GET('/api/v1/plans', {
  params: { query: { country: 'TR', days: 7, need: 'light', limit: 1, format: 'csv' } },
  parseAs: 'text',
});
const wrong = await client.GET('/api/v1/plans', { params: { query: { country: 'tr', days: 7, need: 'light' } } });
const { data: countries } = await client.GET('/api/v1/countries');
const { data: health } = await client.GET('/health');
const result = data.orders.Recommended[0] ?? legs[0]?.result;
const link = await client.GET('/go/{provider}/{plan}', {
  params: { path: { provider: result?.provider.id ?? '', plan: result?.plan.id ?? '' } },
  redirect: 'manual',
  parseAs: 'text',
});
console.log(JSON.stringify({
  query: data.query,
  stops,
  price: result?.price.usd,
  csvRows: csv.data?.trimEnd().split('\\r\\n').length,
  faults: wrong.error?.errors?.map(({ parameter }) => parameter),
  countries: countries?.count,
  health: health?.status,
  link: link.response.status,
}));
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  files: ['client.ts'],
};

/** What the client prints. */
interface ClientOutput {
  readonly query: Readonly<Record<string, unknown>>;
  readonly stops: readonly unknown[];
  readonly price: number;
  readonly csvRows: number;
  readonly faults: readonly string[];
  readonly countries: number;
  readonly health: string;
  readonly link: number;
}

const service = await startTestService();
const folder = mkdtempSync(join(tmpdir(), 'esim-openapi-'));

/** Asynchronous, because the service that a client calls runs in this process. */
const runTool = async (name: string, args: readonly string[]): Promise<void> => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  await run(join(FOLDER, 'node_modules/.bin', name), args, { cwd: folder, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${name}\n${stdout}${stderr}`),
  );
};

try {
  const document = join(folder, 'openapi.json');
  const published = (await (await service.get('/openapi.json')).json()) as { servers: { url: string }[] };
  // A linter rightly objects to a server at localhost, where a test service is.
  published.servers = [{ url: 'https://esim.example' }];
  writeFileSync(document, JSON.stringify(published));
  await runTool('redocly', ['lint', document, '--extends=recommended-strict', '--format=stylish']);
  console.log('pass  the linter finds nothing');

  await runTool('openapi-typescript', [document, '-o', join(folder, 'schema.ts')]);
  writeFileSync(join(folder, 'client.ts'), CLIENT);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  symlinkSync(join(FOLDER, 'node_modules'), join(folder, 'node_modules'));
  await runTool('tsc', ['-p', folder]);
  console.log('pass  the generated client compiles');

  const { stdout } = await run(process.execPath, ['client.ts', service.url], { cwd: folder });
  const { query, stops, price, csvRows, faults, countries, health, link } = JSON.parse(
    stdout,
  ) as ClientOutput;
  assert.deepEqual(
    [query['then'], query['require'], query['avoid_exits'], query['data_gb'], query['limit']],
    [
      [
        { country: 'KR', days: 4 },
        { country: 'TW', days: 3 },
      ],
      ['hotspot', '5g'],
      ['CN'],
      12.5,
      3,
    ],
  );
  assert.equal(stops.length, 3, 'a stop for each country of the trip');
  assert.equal(csvRows, 4, 'the header, and one row of each of the three lists');
  assert.deepEqual([faults, link, health], [['country'], 302, 'ok'], stdout);
  assert.ok(countries > 100 && price > 0, stdout);
  console.log('pass  the generated client calls the service');
} finally {
  rmSync(folder, { recursive: true });
  await service.stop();
}
