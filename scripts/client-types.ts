/** Generates the types of `clients/js` from the OpenAPI document. `npm run format` writes them. */
import { openApiDocument } from '../src/http/openapi/document.ts';
import { DEFAULT_LIMITS } from '../src/limits/policies.ts';

/** The part of JSON Schema that the document uses. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}
export interface Document {
  readonly paths: Readonly<
    Record<string, { get: { operationId: string; parameters?: readonly Parameter[] } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export const DOCUMENT = openApiDocument({
  serviceName: 'Eşim',
  baseUrl: 'https://esim.example',
  contact: 'https://esim.example/terms#contact',
  limits: DEFAULT_LIMITS,
}) as unknown as Document;

/** One interface for each named schema, and one for the query of each route that has parameters. */
export function clientTypes({ paths, components }: Document): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    interfaceOf(name, schema.description, fieldsOf(schema)),
  );
  const queries = Object.values(paths).flatMap(({ get: { operationId, parameters = [] } }) => {
    const fields = parameters.filter((parameter) => parameter.in === 'query').map(fieldOfParameter);
    const name = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`;
    return fields.length === 0 ? [] : [interfaceOf(name, `The parameters of ${operationId}.`, fields)];
  });
  return `// Generated from the OpenAPI document by \`npm run format\`. Do not edit.\n\n${[...schemas, ...queries].join('\n')}`;
}

const interfaceOf = (name: string, description: string | undefined, fields: readonly string[]): string =>
  `${comment(description)}export interface ${name} {\n${fields.join('')}}\n`;

const comment = (description: string | undefined): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;

const fieldsOf = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.entries(properties).map(([name, schema]) =>
    field(name, required.includes(name), schema.description, schema),
  );

const fieldOfParameter = ({ name, required, description, schema }: Parameter): string =>
  field(name, required, description, schema);

function field(name: string, isRequired: boolean, description: string | undefined, schema: Schema): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
  return `${comment(description)}readonly ${key}${isRequired ? '' : '?'}: ${typeOf(schema)};\n`;
}

function typeOf(schema: Schema): string {
  const { $ref, const: constant, enum: values, anyOf, items, properties, patternProperties, type } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'unknown';
  if (constant !== undefined) return literal(constant);
  if (values !== undefined) return values.map(literal).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (items !== undefined) return `readonly (${typeOf(items)})[]`;
  if (properties !== undefined) return `{\n${fieldsOf(schema).join('')}}`;
  const [valueOfAnyKey] = Object.values(patternProperties ?? {});
  if (valueOfAnyKey !== undefined) return `Readonly<Record<string, ${typeOf(valueOfAnyKey)}>>`;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  throw new Error(`No type for the schema ${JSON.stringify(schema)}`);
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
