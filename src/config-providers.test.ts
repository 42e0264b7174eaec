import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const REQUIRED = {
  DATABASE_URL: 'postgres://lamplight@127.0.0.1/lamplight',
  SECRET_KEY: 'a key for tests that is long enough to be one',
  BASE_URL: 'https://lamplight.example',
};
const ENTRY = { id: 'campus', name: 'Campus', issuer: 'https://login.example', client_id: 'me' };
const read = (settings: Record<string, string>) => readConfig({ ...REQUIRED, ...settings });
const withEntries = (...entries: unknown[]) => ({ OIDC_PROVIDERS: JSON.stringify(entries) });

test('without settings there is no provider', () => {
  expect(read({}).providers).toEqual({ openid: [], github: undefined });
});

test('several providers and GitHub are read, also from a file', () => {
  const second = {
    ...ENTRY,
    id: 'club',
    issuer: 'https://club.example/tenant',
    client_secret: 's',
  };
  const file = join(mkdtempSync(join(tmpdir(), 'lamplight-providers-')), 'providers.json');
  writeFileSync(file, JSON.stringify([ENTRY, second]));
  const { providers } = read({
    OIDC_PROVIDERS_FILE: file,
    GITHUB_CLIENT_ID: 'app',
    GITHUB_CLIENT_SECRET: 'secret',
  });
  expect(providers).toEqual({
    openid: [ENTRY, second],
    github: { url: 'https://github.com', client_id: 'app', client_secret: 'secret' },
  });
});

test.each([
  ['is no JSON', { OIDC_PROVIDERS: '[{' }, 'must be a JSON array'],
  ['is an object', { OIDC_PROVIDERS: '{}' }, 'must be a JSON array'],
  ['lacks a client', withEntries({ ...ENTRY, client_id: undefined }), 'entry 1'],
  ['has an unknown field', withEntries({ ...ENTRY, secret: 'x' }), 'entry 1'],
  ['has an id with a slash', withEntries({ ...ENTRY, id: 'a/b' }), 'entry 1: id'],
  ['has the id of GitHub', withEntries({ ...ENTRY, id: 'github' }), 'reserved'],
  ['has an id twice', withEntries(ENTRY, { ...ENTRY, issuer: 'https://b.example' }), 'id twice'],
  ['has an issuer twice', withEntries(ENTRY, { ...ENTRY, id: 'b' }), 'issuer twice'],
  ['has an http issuer', withEntries({ ...ENTRY, issuer: 'http://login.example' }), 'https'],
  ['has a file as issuer', withEntries({ ...ENTRY, issuer: 'file:///etc/passwd' }), 'https'],
  ['has a query', withEntries({ ...ENTRY, issuer: 'https://login.example?a=b' }), 'no query'],
  ['lacks the scope openid', withEntries({ ...ENTRY, scopes: 'email' }), 'entry 1: scopes'],
  ['lists too many', withEntries(...Array.from({ length: 10 }, () => ENTRY)), 'may list 9'],
])('a list that %s stops the start', (_, settings, message) => {
  expect(() => read(settings as Record<string, string>)).toThrow(`OIDC_PROVIDERS `);
  expect(() => read(settings as Record<string, string>)).toThrow(message);
});

test('an issuer may be http on this machine, or where the operator allows it', () => {
  for (const issuer of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])
    expect(read(withEntries({ ...ENTRY, issuer })).providers.openid).toHaveLength(1);
  const http = withEntries({ ...ENTRY, issuer: 'http://login.internal' });
  expect(read({ ...http, ALLOW_INSECURE_HTTP: 'true' }).providers.openid).toHaveLength(1);
  const disguised = withEntries({ ...ENTRY, issuer: 'http://127.0.0.1.evil.example' });
  expect(() => read(disguised)).toThrow('https');
});

test('half of GitHub’s settings stops the start, and no message has a secret', () => {
  expect(() => read({ GITHUB_CLIENT_ID: 'app' })).toThrow('GITHUB_CLIENT_SECRET is missing');
  expect(() => read({ GITHUB_CLIENT_SECRET: 'hush' })).toThrow('GITHUB_CLIENT_ID is missing');
  const wrong = withEntries({ ...ENTRY, client_secret: ['hush-hush'] });
  expect(() => read(wrong)).not.toThrow('hush-hush');
});
