/** Checks that every file that names the version agrees with a tag: `node scripts/release-check.ts v1.0.0`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Describes every difference between the files and the tag. */
export function releaseFaults(tag: string, files: (path: string) => string = read): string[] {
  const version = tag.replace(/^v/, '');
  const faults = /^v\d+\.\d+\.\d+$/.test(tag) ? [] : [`${tag} is not a release tag such as v1.0.0`];
  const named: Readonly<Record<string, string | undefined>> = {
    'package.json': (JSON.parse(files('package.json')) as { version: string }).version,
    'package-lock.json': (JSON.parse(files('package-lock.json')) as { version: string }).version,
    'clients/js/package.json': (JSON.parse(files('clients/js/package.json')) as { version: string }).version,
    'CITATION.cff': /^version: (\S+)$/m.exec(files('CITATION.cff'))?.[1],
    'deploy/kubernetes.yaml': /image: \S+\/esim:(\S+)/.exec(files('deploy/kubernetes.yaml'))?.[1],
  };
  for (const [file, found] of Object.entries(named))
    if (found !== version) faults.push(`${file} has ${found}`);
  const heading = /^## (\S+) \((.+)\)$/m.exec(files('CHANGELOG.md'));
  if (heading?.[1] !== version) faults.push(`CHANGELOG.md begins with ${heading?.[1]}`);
  else if (!/^\d{4}-\d\d-\d\d$/.test(heading[2] ?? ''))
    faults.push(`CHANGELOG.md has no date: ${heading[2]}`);
  return faults;
}

if (import.meta.main) {
  const faults = releaseFaults(process.argv[2] ?? '');
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log('all files name this version');
  process.exitCode = faults.length === 0 ? 0 : 1;
}
