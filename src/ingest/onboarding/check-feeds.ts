/** Opens every feed for `esim check --feeds`: reads its first page with the credentials, and publishes nothing. */
import type { Problem } from '../../operator-files/problems.ts';
import type { Environment } from '../../operator-files/secrets.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import { createFeedClient, type NetworkOptions } from '../read/client.ts';
import { createCredentials } from '../read/credentials.ts';
import { readPages } from '../read/read-pages.ts';
import { problemOf } from '../run/read-source.ts';
import type { CheckReport } from './check-config.ts';

interface FeedDeps {
  readonly env: Environment;
  readonly clock: () => number;
  readonly random: () => number;
  readonly network?: NetworkOptions;
}

export async function checkFeeds(config: IngestConfig, deps: FeedDeps): Promise<CheckReport> {
  const checked: string[] = [];
  const problems: Problem[] = [];
  for (const source of config.sources.filter(({ paused }) => !paused)) {
    const found = await openFeed(source, deps);
    if (typeof found === 'string') problems.push({ file: 'feeds', path: source.id, message: found });
    else
      checked.push(
        `feed ${source.id}: ${found.rows} rows on its first page, ${found.drafts} of them readable`,
      );
  }
  return { checked, notes: [], problems };
}

/** Returns the problem as text. Providers count requests, so a failed one is not repeated. */
async function openFeed(source: SourceConfig, { env, clock, random, network = {} }: FeedDeps) {
  const credentials = createCredentials(source, env);
  const client = createFeedClient({
    ...network,
    clock,
    random,
    paceMs: source.paceMs,
    timeoutMs: source.timeoutMs,
    maxBytes: source.limits.bytes,
    onSecret: credentials.learn,
    attempts: 1,
  });
  let rows = 0;
  let drafts = 0;
  try {
    for await (const page of readPages(source, { client, credentials, clock, checkLease: () => {} })) {
      for await (const { ok } of page.rows()) {
        rows += 1;
        if (ok) drafts += 1;
      }
      break;
    }
  } catch (error) {
    const { code, message } = problemOf(error);
    return `cannot be read: ${credentials.redact(message)} (${code})`;
  } finally {
    client.close();
  }
  if (drafts === 0)
    return `has ${rows} rows on its first page, and none of them can be read: esim try shows why`;
  return { rows, drafts };
}
