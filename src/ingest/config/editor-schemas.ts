/** JSON Schemas that an editor reads while the operator writes: the same that check the files. */
import type { Adapter } from '../adapter.ts';
import { CouponsSchema, OverridesSchema, ProviderSchema, SourceSchema, SourcesSchema } from './schema.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** By file name. */
export function editorSchemas(adapters: readonly Adapter[]): Readonly<Record<string, object>> {
  return {
    'sources.json': plain(sourcesWith(adapters)),
    'provider.json': plain(ProviderSchema),
    'coupons.json': plain(CouponsSchema),
    'overrides.json': plain(OverridesSchema),
  };
}

/** As it stands in a file: without what only the library keeps on its schemas. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify({ $schema: DIALECT, ...schema })) as object;
}

/** Each adapter brings its own options and credentials, so the editor must know which one a source has. */
function sourcesWith(adapters: readonly Adapter[]): object {
  const ids = adapters.map(({ id }) => id).sort();
  const choices = adapters.map(({ id, options, credentials }) => ({
    if: { properties: { adapter: { const: id } } },
    then: {
      properties: { options, credentials: { required: [...credentials] } },
      ...(credentials.length === 0 ? {} : { required: ['credentials'] }),
    },
  }));
  const source = {
    ...SourceSchema,
    properties: { ...SourceSchema.properties, adapter: { ...SourceSchema.properties.adapter, enum: ids } },
    allOf: choices,
  };
  const sources = { ...SourcesSchema.properties.sources, items: source };
  return { ...SourcesSchema, properties: { ...SourcesSchema.properties, sources } };
}
