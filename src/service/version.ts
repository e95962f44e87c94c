/** The version of this program. A working copy of the repository adds its commit, which a release does not have. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** "1.0.0", or "1.0.0+3f2c1ab" in a working copy. Build metadata of semver does not change the order of versions. */
export function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = commitOf(root, `refs/tags/v${version}`);
  return commit === null ? version : `${version}+${commit.slice(0, 7)}`;
}

/**
 * Reads the files of git, because a program would take longer and may be absent. null: there is no repository, or its
 * commit has the tag of the release.
 */
function commitOf(root: string, releaseTag: string): string | null {
  try {
    const folder = gitFolderOf(root);
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    const branch = /^ref: (.+)$/.exec(head)?.[1];
    // Without a branch, HEAD contains the commit itself.
    const commit = branch === undefined ? head : tipOf(folder, branch);
    return /^[0-9a-f]{40,64}$/.test(commit) && commit !== tipOf(folder, releaseTag) ? commit : null;
  } catch {
    return null;
  }
}

/** In a linked worktree, `.git` is a file that names the folder. */
function gitFolderOf(root: string): string {
  const git = join(root, '.git');
  try {
    const named = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1];
    return named === undefined ? git : resolve(root, named);
  } catch {
    return git;
  }
}

/**
 * The commit of a branch or a tag; '' if it does not exist. A signed tag refers to an object of its own, and a clone lists
 * the commit of that object in `packed-refs` on the next line: `^` and the hash. Where the tag was created, it is in a file
 * of its own without that line, so the result is the hash of the object, and the version names a tagged commit by its hash.
 */
function tipOf(folder: string, ref: string): string {
  // The folder of a linked worktree names the common one, which has the branches and tags.
  const common = resolve(folder, readOr(join(folder, 'commondir'), '.').trim());
  const loose = readOr(join(common, ref), '').trim();
  if (loose !== '') return loose;
  const packed = readOr(join(common, 'packed-refs'), '');
  const lines = packed.split('\n');
  const at = lines.findIndex((line) => line.endsWith(` ${ref}`));
  if (at === -1) return '';
  const next = lines[at + 1] ?? '';
  return next.startsWith('^') ? next.slice(1) : lines[at]!.split(' ')[0]!;
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

export const VERSION = versionOf(ROOT);
