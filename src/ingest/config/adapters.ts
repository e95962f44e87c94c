/** All adapters: the built-in connectors, which are found by scanning their folder, and maps that operators write. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../adapter.ts';
import {
  type Connector,
  type ConnectorCode,
  connectorAdapter,
  genericAdapter,
} from '../adapters/feed/connector.ts';

const FOLDER = join(import.meta.dirname, '..', 'adapters');

/** A connector, with what data cannot describe. Its schema is checked by a test. */
async function loadConnector(file: string): Promise<Adapter> {
  const id = basename(file, '.json');
  const connector = JSON.parse(readFileSync(join(FOLDER, 'connectors', file), 'utf8')) as Connector;
  // The npm package has JavaScript.
  const path = join(FOLDER, 'code', id + extname(import.meta.filename));
  const { default: code } = (existsSync(path) ? await import(pathToFileURL(path).href) : {}) as {
    readonly default?: ConnectorCode;
  };
  return { id, ...connectorAdapter(connector, code) };
}

const files = readdirSync(join(FOLDER, 'connectors')).filter((name) => name.endsWith('.json'));
const connectors = await Promise.all(files.sort().map(loadConnector));
const generic: Adapter = { id: 'generic', ...genericAdapter };

/** By id. */
export const ADAPTERS: Readonly<Record<string, Adapter>> = Object.fromEntries(
  [...connectors, generic].map((adapter) => [adapter.id, adapter]),
);
