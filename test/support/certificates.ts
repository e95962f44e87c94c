/** A temporary certificate authority and certificates, created with `openssl`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  readonly file: string;
  readonly cert: string;
  /** Issues a certificate for these host names. */
  issue(...hosts: string[]): Certificate;
  remove(): void;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'esim-tls-'));
  const at = (name: string) => join(folder, name);
  openssl(
    'req',
    '-x509',
    ...CURVE,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=test',
  );
  let issued = 0;
  return {
    file: at('ca.pem'),
    cert: readFileSync(at('ca.pem'), 'utf8'),
    issue(...hosts) {
      issued += 1;
      const [key, request, cert, names] = ['key', 'csr', 'pem', 'ext'].map((kind) => at(`${issued}.${kind}`));
      writeFileSync(names!, `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}\n`);
      openssl('req', ...CURVE, '-keyout', key!, '-out', request!, '-subj', `/CN=${hosts[0]}`);
      const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2'];
      openssl('x509', '-req', '-in', request!, '-out', cert!, ...signing, '-extfile', names!);
      return {
        certFile: cert!,
        keyFile: key!,
        cert: readFileSync(cert!, 'utf8'),
        key: readFileSync(key!, 'utf8'),
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
