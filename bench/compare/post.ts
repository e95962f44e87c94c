/** Load by POST: `wrk` with a script where it is installed, because it needs far less of the machine than the rest. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Load, load } from '../load.ts';

const run = promisify(execFile);
const hasWrk = spawnSync('which', ['wrk']).status === 0;

export interface Post extends Load {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests a second; `folder` takes the script. */
export async function loadByPost(post: Post, folder: string): Promise<number> {
  if (!hasWrk) return load(post);
  const { url, seconds, connections = 32, headers, body } = post;
  const script = join(folder, `post-${new URL(url).port}.lua`);
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  writeFileSync(script, ['wrk.method = "POST"', `wrk.body = [[${body}]]`, ...lines].join('\n'));
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} refuses`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0);
}
