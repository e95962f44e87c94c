/**
 * Writes the files that follow from the code: the editor schemas in config/schema, the types of the values of texts, and
 * the types of the JavaScript client. Run it after a change of a schema or of `src/texts/en.json`, then run the formatter.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { ADAPTERS } from '../src/ingest/config/adapters.ts';
import { clientTypes, DOCUMENT } from './client-types.ts';
import { editorSchemas } from './editor-schemas.ts';
import { textValues } from './text-values.ts';

const FOLDER = new URL('../config/schema/', import.meta.url);

for (const [name, schema] of Object.entries(editorSchemas(Object.values(ADAPTERS))))
  await writeFile(new URL(name, FOLDER), `${JSON.stringify(schema, null, 2)}\n`);

const TEXTS = new URL('../src/texts/', import.meta.url);
const english = JSON.parse(await readFile(new URL('en.json', TEXTS), 'utf8'));
await writeFile(new URL('values.ts', TEXTS), textValues(english));

await writeFile(new URL('../clients/js/types.d.ts', import.meta.url), clientTypes(DOCUMENT));
