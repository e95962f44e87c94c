/** `esim compile`: one short life of the service, because V8 keeps compiled only what has run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings.ts';
import type { Surroundings } from '../surroundings.ts';
import { start } from './serve.ts';

export async function compile({ clock, random, out }: Surroundings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-compile-'));
  try {
    const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', STORE_URL: `file:${folder}` });
    const service = await start(settings, { log: createLog('silent'), clock, random, env: {} });
    await service.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  out.write('compiled for the next start\n');
}
