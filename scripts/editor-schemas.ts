/** JSON Schemas of the files of an operator, for editors. They are the same schemas that check the files. */
import type { Adapter } from '../src/ingest/adapter.ts';
import { Connector } from '../src/ingest/adapters/feed/connector.ts';
import { ValueRule } from '../src/ingest/adapters/shared/value-rules.ts';
import {
  CouponsSchema,
  OverridesSchema,
  ProviderSchema,
  SourceSchema,
  SourcesSchema,
} from '../src/ingest/config/schema.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

type SchemaNode = Readonly<Record<string, unknown>>;

export function editorSchemas(adapters: readonly Adapter[]): Readonly<Record<string, object>> {
  return {
    'sources.json': shareValueRule(editorSchema(sourcesWith(adapters))),
    'connector.json': shareValueRule(editorSchema(Connector)),
    'provider.json': editorSchema(ProviderSchema),
    'coupons.json': editorSchema(CouponsSchema),
    'overrides.json': editorSchema(OverridesSchema),
  };
}

const editorSchema = (schema: object): SchemaNode => withoutTypeBox({ $schema: DIALECT, ...schema });

/** Removes the properties that only TypeBox uses. */
const withoutTypeBox = (schema: object): SchemaNode => JSON.parse(JSON.stringify(schema)) as SchemaNode;

/**
 * Replaces each copy of `ValueRule` by a reference, so that an editor loads a small file. The copies have descriptions of
 * their own, which stay beside the references.
 */
function shareValueRule({ $defs = {}, ...schema }: SchemaNode): SchemaNode {
  const valueRule = withoutTypeBox(ValueRule);
  const sharedText = textWithoutDescription(valueRule);
  const refer = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(refer);
    if (typeof node !== 'object' || node === null) return node;
    // The rule is a union, so only unions need to be compared.
    if ('anyOf' in node && textWithoutDescription(node) === sharedText) {
      const { description } = node as SchemaNode;
      return { $ref: '#/$defs/value', ...(description !== undefined && { description }) };
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value)]));
  };
  return { ...(refer(schema) as SchemaNode), $defs: { ...(refer($defs) as SchemaNode), value: valueRule } };
}

const textWithoutDescription = ({ description: _description, ...rest }: SchemaNode): string =>
  JSON.stringify(rest);

type OptionsSchema = Adapter['options'];

const requiredOf = (options: OptionsSchema) =>
  (options as { readonly required?: readonly string[] }).required;

/** The names of the options as one text, so that two schemas can be compared. */
const optionNames = (options: OptionsSchema): string =>
  Object.keys((options as { readonly properties?: object }).properties ?? {})
    .sort()
    .join(' ');

/** The options that most connectors have. null if there are no connectors. */
function mostFrequentOptions(adapters: readonly Adapter[]): OptionsSchema | null {
  const connectors = adapters.filter(({ connector }) => connector !== undefined);
  const groups = Map.groupBy(
    connectors.map(({ options }) => options),
    optionNames,
  );
  const [largest] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return largest?.[0] ?? null;
}

/** Each adapter has its own options and credentials, so the schema of a source depends on its adapter. */
function sourcesWith(adapters: readonly Adapter[]): object {
  const ids = adapters.map(({ id }) => id).sort();
  // Most connectors have the same options and differ only in which of them a source must have. They share one definition.
  const shared = mostFrequentOptions(adapters);
  const optionsOf = (options: OptionsSchema) =>
    shared !== null && optionNames(options) === optionNames(shared)
      ? { $ref: '#/$defs/options', required: requiredOf(options) }
      : options;
  const choices = adapters.map(({ id, options, credentials }) => ({
    if: { properties: { adapter: { const: id } } },
    then: {
      properties: {
        options: optionsOf(options),
        credentials: { required: [...credentials] },
      },
      ...(credentials.length > 0 && { required: ['credentials'] }),
    },
  }));
  const source = {
    ...SourceSchema,
    properties: { ...SourceSchema.properties, adapter: { ...SourceSchema.properties.adapter, enum: ids } },
    allOf: choices,
  };
  const sources = { ...SourcesSchema.properties.sources, items: source };
  return {
    ...SourcesSchema,
    properties: { ...SourcesSchema.properties, sources },
    ...(shared !== null && { $defs: { options: { ...shared, required: ['url'] } } }),
  };
}
