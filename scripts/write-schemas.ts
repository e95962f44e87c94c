/** Writes the editor schemas into config/schema. Run it after a change of a schema, then run the formatter. */
import { writeFile } from 'node:fs/promises';
import { ADAPTERS } from '../src/ingest/adapters/index.ts';
import { editorSchemas } from '../src/ingest/config/schema.ts';

const FOLDER = new URL('../config/schema/', import.meta.url);

for (const [name, schema] of Object.entries(editorSchemas(Object.values(ADAPTERS))))
  await writeFile(new URL(name, FOLDER), `${JSON.stringify(schema, null, 2)}\n`);
