import { once } from 'node:events';
import { connect } from 'node:tls';
import { checkCertificate, checkPlainHttp } from '../../doctor/proxy-checks.ts';
import { assertThat, type SelfCheck, type Target } from '../check.ts';
import { Skipped } from '../skipped.ts';

const YEAR_SECONDS = 31_536_000;
const TLS_MS = 10_000;

function assertTls({ site, isSecure }: Target): void {
  if (isSecure) return;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(site.hostname);
  if (isLocal) throw new Skipped('the site is on this machine, without https');
  throw new Error('the site is not on https');
}

export const TRANSPORT_CHECKS: SelfCheck[] = [
  {
    name: 'certificate',
    hint: 'Renew it; find out why the proxy does not.',
    async run(target) {
      assertTls(target);
      const { certificate_until } = await target.visitor().get('/healthz');
      return checkCertificate(certificate_until, new Date());
    },
  },
  {
    name: 'old tls',
    hint: 'Allow TLS 1.2 and newer only (nginx: ssl_protocols TLSv1.2 TLSv1.3).',
    async run(target) {
      assertTls(target);
      assertThat(!(await acceptsOldTls(target.site)), 'TLS 1.1 is accepted');
      return 'TLS 1.1 is refused';
    },
  },
  {
    name: 'hsts',
    hint: 'Let the proxy pass on Strict-Transport-Security, also with errors.',
    async run(target) {
      assertTls(target);
      for (const path of ['/', `/${target.mark}`, '/api/nothing']) {
        const { headers } = await target.visitor().get(path);
        const policy = headers['strict-transport-security'] ?? '';
        const seconds = Number(/max-age=(\d+)/i.exec(policy)?.[1] ?? 0);
        assertThat(seconds >= YEAR_SECONDS, `${path} has no Strict-Transport-Security of a year`);
      }
      return 'a year, on pages and errors';
    },
  },
  {
    name: 'plain http',
    hint: 'Let the proxy send http visitors to https.',
    async run(target) {
      assertTls(target);
      if (target.site.port) throw new Skipped(`the site is on port ${target.site.port}`);
      return checkPlainHttp(new URL(`http://${target.site.host}/`));
    },
  },
];

async function acceptsOldTls({ hostname, port }: URL): Promise<boolean> {
  const socket = connect({
    ...{ host: hostname, port: Number(port || 443), servername: hostname },
    ...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    // Only the version counts here.
    rejectUnauthorized: false,
    timeout: TLS_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error('no handshake')));
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
