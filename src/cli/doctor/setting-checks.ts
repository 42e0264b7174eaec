import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type Config, storageSettings } from '../../config.ts';
import { explainUnknownName, findUnknownNames } from '../../config-env.ts';
import { trustedProxies } from '../../platform/http/create-http.ts';
import { openRedis } from '../../platform/redis.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { TIME_BUDGET } from '../../platform/time-budget.ts';
import { type Check, Warning } from './check.ts';
import { findExistingParent } from './machine-checks.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** The widest private networks are fc00::/7 and 10.0.0.0/8. */
const WIDEST_PREFIX = 7;

export function createSettingChecks(config: Config): Check[] {
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
    {
      name: 'redis',
      hint: 'Is Redis running, and are host and password of REDIS_URL right? Empty turns it off.',
      run: () => checkRedis(config),
    },
    {
      name: 'storage',
      hint: "STORAGE_DIR must be writable for the user of the server; for S3 check the bucket and its keys, or the role's permissions if there are none.",
      run: () => checkStorage(config),
    },
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

async function checkRedis(config: Config): Promise<string> {
  if (!config.REDIS_URL) return 'not used; limits are counted in the memory of one process';
  const redis = openRedis(config.REDIS_URL, () => {});
  try {
    // `once` rejects if an 'error' event comes first.
    const signal = AbortSignal.timeout(TIME_BUDGET.redisConnect * 2);
    if (redis.status !== 'ready') await once(redis, 'ready', { signal });
    await redis.ping();
    return 'responds';
  } finally {
    redis.disconnect();
  }
}

async function checkStorage(config: Config): Promise<string> {
  const settings = storageSettings(config);
  if (settings.kind === 'disk') {
    const path = resolve(settings.directory);
    const existing = findExistingParent(path);
    await access(existing, constants.W_OK | constants.X_OK);
    // Opening it would create it as the current user, and the server could not write there.
    if (existing !== path) return `${path} will be created when the site starts`;
  }
  const storage = await openStorage(settings);
  try {
    await storage.check();
    return `${config.STORAGE} writes, reads, lists and removes`;
  } finally {
    storage.close();
  }
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
