import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { findBinary } from './binaries.ts';
import { emptyDirectory } from './lamplight.ts';

type Certificate = { key: string; cert: string };
type Authority = { cert: string; issue(names: string, days?: number): Certificate };

/** A certificate authority of the test; `names` is a subjectAltName such as `IP:127.0.0.2,DNS:mail.example`. */
export function createAuthority(): Authority {
  const directory = emptyDirectory();
  const openssl = (line: string) =>
    execFileSync(findBinary('openssl', 'openssl'), line.split(' '), {
      cwd: directory,
      stdio: 'ignore',
    });
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout';
  openssl(`req -x509 ${key} ca.key -out ca.pem -subj /CN=authority -days 2`);
  return {
    cert: read('ca.pem'),
    issue(names, days = 1) {
      openssl(`req -new ${key} leaf.key -out leaf.csr -subj /CN=x -addext subjectAltName=${names}`);
      const signer = '-CA ca.pem -CAkey ca.key -copy_extensions copy';
      openssl(`x509 -req -in leaf.csr ${signer} -days ${days} -out leaf.pem`);
      return { key: read('leaf.key'), cert: read('leaf.pem') };
    },
  };
}

/** For this process, as NODE_EXTRA_CA_CERTS would for a new one. */
export function trustAuthority({ cert }: Authority): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
}
