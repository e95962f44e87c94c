/** Programs that the tests need besides the npm packages. */
import { execFileSync, spawnSync } from 'node:child_process';

interface Program {
  readonly command: string;
  readonly debianPackage: string;
}

const PROGRAMS: readonly Program[] = [
  { command: 'redis-server', debianPackage: 'redis-server' },
  { command: 'chromium', debianPackage: 'chromium' },
  { command: 'nginx', debianPackage: 'nginx-light' },
];

/** Debian installs servers in /usr/sbin, which is not on the PATH of every user. */
const SEARCHED = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

const isMissing = ({ command }: Program): boolean =>
  spawnSync('which', [command], { env: SEARCHED }).status !== 0;

/** Installs missing programs if it runs as root on Debian. Returns what is still missing, or null. */
export function installPrograms(): string | null {
  let missing = PROGRAMS.filter(isMissing);
  if (missing.length > 0 && canInstall()) {
    install(missing.map(({ debianPackage }) => debianPackage));
    missing = missing.filter(isMissing);
  }
  if (missing.length === 0) return null;
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
  return `The tests need programs that are not installed: sudo apt-get install ${packages}`;
}

const canInstall = (): boolean => process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0;

function install(packages: readonly string[]): void {
  console.log(`installing ${packages.join(', ')}`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  } catch {
    // The caller reports what is still missing.
  }
}
