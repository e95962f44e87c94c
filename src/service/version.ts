/** The version of this program. A working copy of the repository adds its commit, which a release does not have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** "1.0.0", or "1.0.0+3f2c1ab" in a working copy. Build metadata of semver does not change the order of versions. */
export function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = commitOf(join(root, '.git'), `v${version}`);
  return commit === null ? version : `${version}+${commit.slice(0, 7)}`;
}

/** null: there is no repository or no git, or the commit has the tag of the release. */
function commitOf(repository: string, releaseTag: string): string | null {
  // The image has no repository, and starts no program.
  if (!existsSync(repository)) return null;
  try {
    // The path is explicit, so that neither a folder above nor a variable of git names another repository.
    const args = [`--git-dir=${repository}`, 'rev-list', '-1', '--format=%D', 'HEAD'];
    const text = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    // "commit 3f2c1ab…", then "HEAD -> main, tag: v1.0.0".
    const [commit = '', refs = ''] = text.split('\n');
    return refs.split(', ').includes(`tag: ${releaseTag}`) ? null : commit.replace('commit ', '');
  } catch {
    return null;
  }
}

export const VERSION = versionOf(ROOT);
