import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { REQUIREMENTS } from '../../src/domain/trip.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { DEFAULT_LIMITS } from '../../src/limits/policies.ts';
import { MCP_ONLY } from '../../src/wire/schemas/problem.ts';
import { CouponOnWire, Result } from '../../src/wire/schemas/result.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, OperationResponse>>;
}
interface Parameter {
  readonly name: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly example: unknown;
  readonly schema: { readonly type?: string; readonly items?: { readonly enum?: readonly string[] } };
}
interface OperationResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { schema: { $ref: string }; example?: unknown }>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { version: string };
  readonly paths: Readonly<Record<string, { get: Operation }>>;
  readonly components: { schemas: Record<string, object> };
}

describe('the published OpenAPI document', () => {
  let service: TestService;
  let document: Document;
  let ajv: InstanceType<typeof Ajv2020.default>;

  before(async () => {
    service = await startTestService({
      limits: {
        'comparison.minute': 1000,
        'list.minute': 1000,
        'comparison.day': 1000,
        'burst.capacity': 1000,
      },
    });
    document = await service.json<Document>('/openapi.json');
    ajv = new Ajv2020.default({ strict: false, allErrors: true });
    ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)) && text.endsWith('Z'));
    ajv.addSchema({ $id: 'doc', ...document });
  });
  after(() => service.stop());

  /** The operations of the API. The outbound link is left out, because its errors are pages. */
  const apiOperations = () =>
    Object.entries(document.paths).flatMap(([path, operation]) =>
      path.startsWith('/go/') ? [] : [operation],
    );
  const check = (name: string, value: unknown, where: string) => {
    // Ajv compiles each schema once.
    const validate = ajv.getSchema(`doc#/components/schemas/${name}`) ?? assert.fail(name);
    assert.ok(validate(value), `${where}: ${ajv.errorsText(validate.errors)}`);
  };
  const schemaName = (content: { schema: { $ref: string } } | undefined) =>
    content?.schema.$ref.split('/').at(-1) ?? '';

  test('the document is OpenAPI 3.1 of version 1.0.0, and describes exactly the API routes', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.0.0');
    assert.deepEqual(Object.keys(document.paths), [
      '/api/v1/plans',
      '/api/v1/countries',
      '/api/v1/phones',
      '/api/v1/health',
      '/health',
      '/go/{provider}/{plan}',
    ]);
    assert.deepEqual(Object.keys(document.paths['/api/v1/plans']?.get.responses ?? {}), [
      '200',
      '304',
      '400',
      '403',
      '405',
      '414',
      '422',
      '429',
      '431',
      '503',
    ]);
    for (const { get } of apiOperations())
      for (const status of ['400', '405', '414', '429', '431', '503'])
        assert.ok(get.responses[status], status);
  });

  test('the document has parameters and components that code generators turn into types', () => {
    const parameters = document.paths['/api/v1/plans']?.get.parameters ?? [];
    const lists = parameters.filter(({ schema }) => schema.type === 'array');
    assert.deepEqual(
      lists.map(({ name, style, explode }) => [name, style, explode]),
      ['then', 'require', 'avoid_exits', 'providers', 'avoid_providers'].map((name) => [name, 'form', false]),
    );
    assert.deepEqual(lists[1]?.schema.items?.enum, REQUIREMENTS);
    const { schemas } = document.components;
    for (const name of ['Itinerary', 'Leg', 'Stop', 'Result']) assert.ok(name in schemas, name);
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas))
      assert.ok(text.includes(`"#/components/schemas/${name}"`), `${name} is used`);
  });

  test('the example of every parameter matches its schema, and the service accepts it', async () => {
    const parameters = document.paths['/api/v1/plans']?.get.parameters ?? [];
    for (const { name, schema, example } of parameters)
      assert.ok(ajv.validate(schema, example), `${name}: ${ajv.errorsText()}`);
    const query = parameters.map(({ name, example }) => `${name}=${String(example)}`).join('&');
    assert.equal((await service.get(`/api/v1/plans?${query}`)).status, 200);
  });

  test('the status and the headers of an outbound link are described', async () => {
    const { responses } = document.paths['/go/{provider}/{plan}']!.get;
    const { orders } = await service.json<{ orders: { Cheapest: { go: string }[] } }>(
      '/api/v1/plans?country=TR&days=7&need=normal&limit=1',
    );
    for (const path of [orders.Cheapest[0]!.go, '/go/nobody/nothing']) {
      const { status, headers } = await service.get(path);
      const described = responses[String(status)];
      assert.ok(described, `${path} ${status}`);
      for (const header of Object.keys(described.headers ?? {}))
        assert.notEqual(headers.get(header), null, `${path} ${header}`);
    }
  });

  test('every 429 and 503 is described with Retry-After', () => {
    for (const { get } of apiOperations())
      for (const status of ['429', '503'])
        assert.ok('Retry-After' in ((get.responses[status] as { headers?: object }).headers ?? {}));
  });

  test('a mailto: contact becomes the e-mail address of the document, and another one its address', () => {
    const options = { serviceName: 'S', baseUrl: 'https://s.example', limits: DEFAULT_LIMITS };
    const contactOf = (contact: string) =>
      (openApiDocument({ ...options, contact })['info'] as { contact: object }).contact;
    assert.deepEqual(contactOf('mailto:me@s.example'), {
      name: 'S',
      email: 'me@s.example',
      url: 'https://s.example/terms#contact',
    });
    assert.deepEqual(contactOf('https://s.example/me'), { name: 'S', url: 'https://s.example/me' });
  });

  test('the document states the default limits of comparisons: 12 a minute and 120 a day', async () => {
    const plain = await startTestService();
    try {
      const text = await (await plain.get('/openapi.json')).text();
      assert.match(text, /More than 12 a minute or 120 a UTC day/);
      assert.match(text, /12 a minute and 120 a UTC day/);
      // 30 a minute is the limit of lists, which have another one for a day.
      assert.doesNotMatch(text, /More than 30 a minute and 120/);
    } finally {
      await plain.stop();
    }
  });

  test('every body but a page has an example that matches its schema', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      for (const [status, response] of Object.entries(get.responses)) {
        for (const [type, content] of Object.entries(response.content ?? {})) {
          if (type === 'text/html') continue;
          if (type === 'text/csv') assert.equal(typeof content.example, 'string');
          else check(schemaName(content), content.example, `${path} ${status} ${type}`);
        }
      }
    }
  });

  test('every field of every schema has a description or is described by what it refers to', () => {
    const bare: string[] = [];
    const walk = (schema: Record<string, unknown>, path: string) => {
      const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
      for (const [name, inner] of Object.entries(properties)) {
        const described = [
          'description',
          '$ref',
          'anyOf',
          'items',
          'const',
          'properties',
          'examples',
          'minimum',
        ];
        if (!described.some((key) => key in inner)) bare.push(`${path}.${name}`);
        walk(inner, `${path}.${name}`);
      }
    };
    for (const [name, schema] of Object.entries(document.components.schemas))
      walk(schema as Record<string, unknown>, name);
    assert.deepEqual(bare, []);
  });

  test('codes are open lists, and an error names no code that only /mcp or a page sends', () => {
    const { Problem, Reason, Notice, Drawback } = document.components.schemas as Record<
      string,
      { properties: Record<string, { enum?: unknown; description?: string }> }
    >;
    for (const { properties } of [Problem!, Reason!, Notice!, Drawback!]) {
      assert.equal(properties['code']?.enum, undefined);
      assert.match(properties['code']?.description ?? '', /may grow: accept unknown codes/);
    }
    const codes = Problem?.properties['code']?.description ?? '';
    for (const code of [...MCP_ONLY, 'plan_gone']) assert.ok(!codes.includes(code), code);
  });

  test('where null means something else than not stated, the description says so', () => {
    const { data, validity, price } = Result.properties;
    const { minimum_spend_usd, maximum_discount_usd, valid_until } = CouponOnWire.properties;
    const { gb, period_days, gb_for_trip } = data.properties;
    for (const field of [
      gb,
      period_days,
      gb_for_trip,
      validity.properties.days,
      price.properties.per_gb_usd,
      price.properties.converted_from,
      price.properties.history,
      minimum_spend_usd,
      maximum_discount_usd,
      valid_until,
    ])
      assert.match((field as { description?: string }).description ?? '', /null/);
  });

  test('every real answer matches its schema and has every described header', async () => {
    const asked: [string, string][] = [
      ['/api/v1/countries', '/api/v1/countries'],
      ['/api/v1/health', '/api/v1/health'],
      ['/health', '/health'],
      ['/api/v1/plans', '/api/v1/plans'],
      ['/api/v1/plans', '/api/v1/plans?country=ZZ&days=7&need=normal'],
    ];
    for (const country of ['TR', 'JP', 'US', 'XK', 'FJ']) {
      for (const need of ['light', 'normal', 'heavy', 'unlimited']) {
        asked.push([
          '/api/v1/plans',
          `/api/v1/plans?country=${country}&days=9&need=${need}&include=variants`,
        ]);
      }
    }
    for (const [path, url] of asked) {
      const answer = await service.get(url, { caller: '192.0.2.1' });
      const described = document.paths[path]?.get.responses[String(answer.status)];
      assert.ok(described, `${url}: status ${answer.status} is not described`);
      const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
      check(schemaName(described.content?.[type]), await answer.json(), url);
      for (const header of Object.keys(described.headers ?? {}))
        assert.notEqual(answer.headers.get(header), null, `${url} ${header}`);
    }
  });

  const referred = ({ $ref }: Schema): Schema | undefined =>
    $ref === undefined ? undefined : (document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  /** Returns what is found in the first alternative in which something is found. */
  const inAlternatives = (
    { anyOf = [], allOf = [] }: Schema,
    find: (alternative: Schema) => Schema | undefined,
  ): Schema | undefined => [...anyOf, ...allOf].map(find).find((found) => found !== undefined);

  const itemSchema = (schema: Schema): Schema | undefined => {
    const target = referred(schema);
    return target === undefined ? (schema.items ?? inAlternatives(schema, itemSchema)) : itemSchema(target);
  };
  /** A field has its own schema, that of an alternative, or that of all fields whose names have a pattern. */
  const fieldSchema = (schema: Schema, key: string): Schema | undefined => {
    const target = referred(schema);
    if (target !== undefined) return fieldSchema(target, key);
    const named = schema.properties?.[key] ?? inAlternatives(schema, (one) => fieldSchema(one, key));
    const [byPattern] = Object.values(schema.patternProperties ?? {});
    const { additionalProperties: others } = schema;
    return named ?? byPattern ?? (typeof others === 'object' ? others : undefined);
  };

  test('every field of a real response is described in OpenAPI and in the guide of the API', async () => {
    const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
    const undescribed = new Set<string>();
    const fields = new Set<string>();
    const walk = (value: unknown, schema: Schema | undefined, path: string): void => {
      if (schema === undefined) {
        undescribed.add(path);
        return;
      }
      if (Array.isArray(value)) {
        for (const one of value) walk(one, itemSchema(schema), path);
        return;
      }
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        const isCountryCode = /^[A-Z]{2}$/.test(key);
        if (!isCountryCode) fields.add(key);
        walk(inner, fieldSchema(schema, key), `${path}.${key}`);
      }
    };
    for (const url of [
      '/api/v1/countries',
      '/api/v1/countries?query=Bali',
      '/api/v1/countries?query=Thialand',
      '/api/v1/phones?query=iPhone%2013',
      '/api/v1/phones?query=13%20Prro',
      '/api/v1/health',
      '/api/v1/plans?country=TR&days=7&need=normal&include=variants&travellers=4&phone=iPhone%2013',
      '/api/v1/plans?country=TR&days=9&need=light&max_usd=30&avoid_exits=HK&require=hotspot',
      '/api/v1/plans?country=JP&days=5&need=unlimited&then=KR:4,AQ:3&travellers=2',
      '/api/v1/plans?country=US&days=30&need=heavy&data_gb=20',
      '/api/v1/plans?country=Europe&days=0',
    ]) {
      const answer = await service.get(url, { caller: '192.0.2.3' });
      const described = document.paths[url.split('?')[0] ?? '']?.get.responses[String(answer.status)];
      const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
      walk(await answer.json(), described?.content?.[type]?.schema, url.split('?')[0] ?? '');
    }
    assert.deepEqual([...undescribed], []);
    assert.ok(fields.size > 120, `${fields.size} fields`);
    const unnamed = [...fields].filter((name) => !new RegExp(`\\b${name}\\b`).test(guide));
    assert.deepEqual(unnamed, []);
  });

  test('a 429 matches its schema and has every described header', async () => {
    const strict = await startTestService({ limits: { 'comparison.minute': 1 } });
    try {
      const ask = () => strict.get('/api/v1/plans?country=TR&days=7&need=normal', { caller: '192.0.2.2' });
      await ask();
      const answer = await ask();
      assert.equal(answer.status, 429);
      const described = document.paths['/api/v1/plans']?.get.responses['429'];
      for (const header of Object.keys(described?.headers ?? {}))
        assert.notEqual(answer.headers.get(header), null, header);
      const body = (await answer.json()) as { limit: { name: string } };
      check('Problem', body, '429');
      assert.equal(body.limit.name, 'comparison.minute');
    } finally {
      await strict.stop();
    }
  });
});
