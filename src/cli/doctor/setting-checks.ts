import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';
import { explainUnknownName, findUnknownNames } from '../../config-env.ts';
import type { HealthChecks } from '../../health/actions/open-checks.ts';
import { trustedProxies } from '../../platform/http/create-http.ts';
import { asCheck, type Check, Warning } from './check.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** The widest private networks are fc00::/7 and 10.0.0.0/8. */
const WIDEST_PREFIX = 7;

export function createSettingChecks(config: Config, health: HealthChecks): Check[] {
  return [
    {
      name: 'setting names',
      hint: 'docs/configuration.md lists every setting. Correct the name, or remove it.',
      run: async () => {
        const unknown = findUnknownNames(process.env);
        if (unknown.length === 0) return 'none is unknown';
        throw new Warning(
          unknown.map((one) => `${one.name} ${explainUnknownName(one)}`).join('; '),
        );
      },
    },
    asCheck(health.redis),
    asCheck(health.storage),
    {
      name: 'base url',
      hint: 'Put a proxy with a certificate in front, and set BASE_URL to its https address.',
      run: async () => checkBaseUrl(config),
    },
    {
      name: 'trusted proxies',
      hint: "Set TRUSTED_PROXIES to the proxy's address or network, such as 127.0.0.1, and nothing wider.",
      run: async () => checkProxies(config),
    },
  ];
}

function checkBaseUrl(config: Config): string {
  const { protocol, hostname } = new URL(config.BASE_URL);
  if (protocol === 'https:') return 'https';
  if (LOCAL_HOSTS.includes(hostname)) return 'http, on this machine only';
  if (config.ALLOW_INSECURE_HTTP) return 'http, as ALLOW_INSECURE_HTTP permits';
  throw new Error('http sends passwords and cookies readable over the network');
}

function checkProxies(config: Config): string {
  const ranges = trustedProxies(config.TRUSTED_PROXIES) || [];
  for (const range of ranges) {
    if (range.includes('/') && ipaddr.parseCIDR(range)[1] < WIDEST_PREFIX) {
      throw new Error(`${range} lets almost any client choose the address that limits count`);
    }
  }
  if (ranges.length > 0) return ranges.join(', ');
  // The process itself has no TLS, so a site on https has a proxy in front.
  if (config.BASE_URL.startsWith('https:')) {
    throw new Error('none, so all visitors seem to share the address of the proxy');
  }
  return 'none, and none is needed';
}
