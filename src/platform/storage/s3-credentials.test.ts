import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openS3Storage } from './s3.ts';

const TOKEN = 'a session token';
const EXPIRES = new Date(Date.now() + 3_600_000).toISOString();

/** One server is the store, the token service and the metadata service of an instance. */
const seen: IncomingMessage[] = [];
const server = createServer((request, response) => {
  seen.push(request);
  request.resume();
  const { method, url = '' } = request;
  if (url === '/latest/api/token') response.end('metadata token');
  else if (url.endsWith('/security-credentials/')) response.end('the-role');
  else if (url.endsWith('/security-credentials/the-role')) response.end(instanceCredentials());
  else if (method === 'POST' && url === '/') response.end(webIdentityCredentials());
  else response.end();
});

function instanceCredentials(): string {
  return JSON.stringify({
    ...{ Code: 'Success', AccessKeyId: 'INSTANCE', SecretAccessKey: 'x' },
    ...{ Token: TOKEN, Expiration: EXPIRES },
  });
}

function webIdentityCredentials(): string {
  return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
    <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>IDENTITY</AccessKeyId>
    <SecretAccessKey>x</SecretAccessKey><SessionToken>${TOKEN}</SessionToken>
    <Expiration>${EXPIRES}</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
    </AssumeRoleWithWebIdentityResponse>`;
}

let url = '';
beforeEach(async () => {
  seen.length = 0;
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // None of the developer's own.
  const home = mkdtempSync(join(tmpdir(), 'lamplight-aws-'));
  vi.stubEnv('HOME', home);
  for (const name of Object.keys(process.env)) if (/^AWS_/.test(name)) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function putWith(keys: { access_key: string; secret_key: string }) {
  const storage = openS3Storage({
    ...{ kind: 's3', endpoint: url, region: 'eu-central-1', bucket: 'uploads' },
    ...{ path_style: true, ...keys },
  });
  await storage.put('exports/1.zip', Buffer.from('text'));
  storage.close();
  const put = seen.find(({ url }) => url?.startsWith('/uploads/'));
  return {
    key: /Credential=(\w+)/.exec(put?.headers.authorization ?? '')?.[1],
    token: put?.headers['x-amz-security-token'],
  };
}

const NONE = { access_key: '', secret_key: '' };

test('S3 keys of the settings are used before all others', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ENVIRONMENT');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
  const put = await putWith({ access_key: 'SETTINGS', secret_key: 'x' });
  expect(put).toMatchObject({ key: 'SETTINGS', token: undefined });
});

test('without S3 keys the AWS variables are used', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ENVIRONMENT');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
  vi.stubEnv('AWS_SESSION_TOKEN', TOKEN);
  expect(await putWith(NONE)).toMatchObject({ key: 'ENVIRONMENT', token: TOKEN });
});

test('without S3 keys a web identity gets a role from the token service', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lamplight-aws-')), 'token');
  writeFileSync(file, 'a signed identity');
  vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', file);
  vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/lamplight');
  vi.stubEnv('AWS_ENDPOINT_URL_STS', url);
  expect(await putWith(NONE)).toMatchObject({ key: 'IDENTITY', token: TOKEN });
});

test('without S3 keys the role of the instance is used', async () => {
  vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', url);
  expect(await putWith(NONE)).toMatchObject({ key: 'INSTANCE', token: TOKEN });
});
