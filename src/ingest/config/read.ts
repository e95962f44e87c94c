import type { IngestConfig } from './load.ts';

/** The operator's files. What checks them is read with them: the sample market has no files, and needs none of it. */
export async function readConfig(sourcesFile: string): Promise<IngestConfig> {
  const [{ loadConfig }, { ADAPTERS }] = await Promise.all([
    import('./load.ts'),
    import('../adapters/index.ts'),
  ]);
  return loadConfig(sourcesFile, Object.values(ADAPTERS));
}
