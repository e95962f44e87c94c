/** REST schemas as tool schemas: the same definitions, in the words that every client's validator understands. */
import type { TSchema } from 'typebox';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

interface ObjectSchema {
  [key: string]: unknown;
  type: 'object';
}

/** Examples are for readers of the API's pages; an assistant pays for each word. */
export function toolSchema(schema: TSchema): ObjectSchema {
  const plain = JSON.parse(JSON.stringify(schema, (key, value) => (key === 'examples' ? undefined : value)));
  return { $schema: DIALECT, ...plain };
}
