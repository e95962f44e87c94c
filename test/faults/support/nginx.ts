/** The proxy example that we ship, in a real nginx before processes on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '../../redis/support.ts';

const EXAMPLE = new URL('../../../deploy/nginx.conf', import.meta.url);

export interface Nginx {
  readonly port: number;
  /** What it wrote about errors, for whoever must find out why a test failed. */
  errors(): string;
  stop(): Promise<void>;
}

export async function startNginx(upstreams: readonly [number, number]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const [first, second] = upstreams;
  const config = readFileSync(EXAMPLE, 'utf8')
    .replace('worker_processes auto;', `worker_processes 2;\ndaemon off;\npid ${join(folder, 'pid')};`)
    .replace(/^ *access_log .*$/m, '  access_log off;')
    .replace(/^http \{$/m, `http {\n${temporary}`)
    .replace('esim-1:8080', `127.0.0.1:${first}`)
    .replace('esim-2:8080', `127.0.0.1:${second}`)
    .replace(/^ *listen 8080;$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ *listen \[::\]:8080;$/m, '');
  const errorLog = join(folder, 'error.log');
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  // Debian keeps it where only administrators look.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const child: ChildProcess = spawn('nginx', ['-c', file, '-e', errorLog, '-p', folder], {
    stdio: 'ignore',
    env,
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await until('nginx answers', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/robots.txt`).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  });
  return {
    port,
    errors: () => readFileSync(errorLog, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
