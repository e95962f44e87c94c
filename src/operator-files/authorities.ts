/**
 * Trusts the certificate authority of `NODE_EXTRA_CA_CERTS` also if the variable comes from an environment file. Node
 * reads only the variable of the process, before our code runs.
 */
import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { readFileText } from './read-file.ts';
import type { Environment } from './secrets.ts';

/** Applies to this thread. Throws if the file cannot be read, or contains no certificate. */
export function trustExtraAuthorities({ NODE_EXTRA_CA_CERTS: file = '' }: Environment): void {
  if (file === '') return;
  const text = readFileText(file);
  // Node ignores a text without a certificate. The constructor throws.
  new X509Certificate(text);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), text]);
}
