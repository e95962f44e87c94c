/** Runs the example `deploy/nginx.conf` in a real nginx in front of processes on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../../support/certificates.ts';
import { freePort } from '../../support/ports.ts';
import { until } from '../../support/until.ts';

const EXAMPLE = new URL('../../../deploy/nginx.conf', import.meta.url);

export interface Nginx {
  readonly port: number;
  /** The port for plain HTTP, which is the same as `port` without a certificate. */
  readonly plainPort: number;
  /** The error log at the level of the example, and the access log. */
  errors(): string;
  accesses(): string;
  stop(): Promise<void>;
}

/** With a certificate, it uses TLS as in the example. Without one, it uses plain HTTP. */
export async function startNginx(upstreams: readonly number[], certificate?: Certificate): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-nginx-'));
  const port = await freePort();
  const plainPort = certificate === undefined ? port : await freePort();
  const errorLog = join(folder, 'error.log');
  const accessLog = join(folder, 'access.log');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n    ');
  let config = readFileSync(EXAMPLE, 'utf8')
    .replace('worker_processes auto;', `worker_processes 2;\ndaemon off;\npid ${join(folder, 'pid')};`)
    .replace('/var/log/nginx/error.log emerg', `${errorLog} emerg`)
    .replace('/var/log/nginx/access.log plain', `${accessLog} plain`)
    .replace(/^http \{$/m, `http {\n${temporary}`)
    .replace(/(server esim-\d+:8080 max_fails=0;\s*)+/, `${servers}\n    `)
    // A process that waits for a busy machine is not down.
    .replaceAll(/^( *proxy_(?:connect|read)_timeout) \d+s;$/gm, '$1 300s;')
    .replaceAll(/^ *listen \[::\].*$/gm, '');
  if (certificate === undefined) {
    config = config
      .replace(/^ *# Plain HTTP serves[\s\S]*?\n {2}\}\n/m, '')
      .replace(/^ *listen 443.*$/m, `    listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*$/gm, '');
  } else {
    config = config
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('/etc/nginx/tls/fullchain.pem', certificate.certFile)
      .replace('/etc/nginx/tls/privkey.pem', certificate.keyFile);
  }
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  // Debian installs nginx in /usr/sbin, which is not on the PATH of every user.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const child: ChildProcess = spawn('nginx', ['-c', file, '-e', errorLog, '-p', folder], {
    stdio: 'ignore',
    env,
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await until('nginx responds', async () => {
    const response = await fetch(`http://127.0.0.1:${plainPort}/robots.txt`, { redirect: 'manual' }).catch(
      () => null,
    );
    await response?.arrayBuffer();
    return response?.status === (certificate === undefined ? 200 : 308);
  });
  return {
    port,
    plainPort,
    errors: () => readFileSync(errorLog, 'utf8'),
    accesses: () => readFileSync(accessLog, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
