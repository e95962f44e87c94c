/** `esim compile`: one short life of the service, because V8 keeps compiled only what has run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import type { Surroundings } from '../surroundings.ts';
import { start } from './serve.ts';

/** One of each kind; the code of most is read when somebody first asks. */
const PATHS = [
  '/api/v1/plans?country=TR&days=7&need=normal',
  '/api/v1/plans?country=TR&days=0',
  '/api/v1/countries',
  '/api/v1/health',
  '/openapi.json',
  '/',
  '/compare?country=TR&days=7&need=normal',
  '/docs',
];
const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

export async function compile({ clock, random, out }: Surroundings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-compile-'));
  try {
    const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', STORE_URL: `file:${folder}` });
    const service = await start(settings, { log: createLog('silent'), clock, random, env: {} });
    try {
      await askForEverything(`http://127.0.0.1:${service.port}`);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  out.write('compiled for the next start\n');
}

async function askForEverything(origin: string): Promise<void> {
  for (const path of PATHS) await (await fetch(`${origin}${path}`)).arrayBuffer();
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(LIST_TOOLS),
  });
  await answer.arrayBuffer();
}
