/** What the tests need beyond npm: a Redis server, a Chromium and nginx. Found, or installed where we may, or named. */
import { execFileSync, spawnSync } from 'node:child_process';

interface Part {
  readonly command: string;
  readonly debianPackage: string;
}

const PARTS: readonly Part[] = [
  { command: 'redis-server', debianPackage: 'redis-server' },
  { command: 'chromium', debianPackage: 'chromium' },
  { command: 'nginx', debianPackage: 'nginx-light' },
];

/** Debian keeps servers where only administrators look. */
const SEARCHED = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

const isThere = ({ command }: Part): boolean => spawnSync('which', [command], { env: SEARCHED }).status === 0;

export async function ensureParts(): Promise<{ ok: true } | { ok: false; message: string }> {
  let missing = PARTS.filter((part) => !isThere(part));
  if (missing.length > 0 && canInstall()) {
    console.log(`installing ${missing.map(({ debianPackage }) => debianPackage).join(', ')}`);
    install(missing.map(({ debianPackage }) => debianPackage));
    missing = missing.filter((part) => !isThere(part));
  }
  if (missing.length === 0) return { ok: true };
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
  return {
    ok: false,
    message: `Missing for the tests: ${packages}. Install with: sudo apt-get install ${packages}`,
  };
}

const canInstall = (): boolean => process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0;

function install(packages: readonly string[]): void {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  } catch {
    // What is still missing is named by the caller.
  }
}
