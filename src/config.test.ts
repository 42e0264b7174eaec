import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, replicaUrls, storageSettings } from './config.ts';
import { findUnknownNames } from './config-env.ts';

const GOOD = {
  DATABASE_URL: 'postgres://x@127.0.0.1/x',
  SECRET_KEY: 'long enough to be a secret key, surely',
  BASE_URL: 'https://lamplight.example',
};

test('three settings are enough', () => {
  const config = readConfig(GOOD);
  expect(config).toMatchObject({ PORT: 3000, ROLE: 'both', REDIS_URL: '', TRUSTED_PROXIES: '' });
  expect(config.limits.sensitive).toEqual({ points: 5, seconds: 60, block: 300 });
});

test.each([
  ['SECRET_KEY', 'too short'],
  ['BASE_URL', 'lamplight.example'],
  ['BASE_URL', 'https://lamplight.example/path'],
  ['PORT', '80.5'],
  ['PORT', ''],
  ['LOG_READ_SAMPLE', '2'],
  ['ALLOW_INSECURE_HTTP', 'yes'],
  ['PORT', '70000'],
  ['ROLE', 'king'],
  ['LIMIT_REGISTER', 'often'],
  ['DATABASE_ROLE', 'x; drop table'],
  ['DATABASE_REPLICA_URLS', '10.0.0.12:5432'],
  ['DATABASE_REPLICA_URLS', 'postgres://a/x postgres://b/x'],
])('ASVS 13.3.1 startup fails with %s=%s and names it', (name, value) => {
  expect(() => readConfig({ ...GOOD, [name]: value })).toThrow(name);
});

test.each([
  ['S3_BUCKET', { STORAGE: 's3' }],
  ['S3_SECRET_KEY', { STORAGE: 's3', S3_BUCKET: 'uploads', S3_ACCESS_KEY: 'key' }],
  ['S3_ACCESS_KEY', { STORAGE: 's3', S3_BUCKET: 'uploads', S3_SECRET_KEY: 'key' }],
  ['SECRET_KEY_FILE', { SECRET_KEY_FILE: '/nothing/here' }],
])('startup fails if %s is missing or unreadable', (name, settings) => {
  expect(() => readConfig({ ...GOOD, ...settings })).toThrow(name);
});

test('S3 needs no key: the role of the machine may give access', () => {
  const config = readConfig({ ...GOOD, STORAGE: 's3', S3_BUCKET: 'uploads' });
  expect(storageSettings(config)).toMatchObject({ kind: 's3', access_key: '', secret_key: '' });
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SECRET_KEY_PREVIUOS', 'SECRET_KEY_PREVIOUS'],
  ['s3_bucket', 'S3_BUCKET'],
  ['REDIS_URL_FIEL', 'REDIS_URL_FILE'],
  ['LIMIT_NOTHING', undefined],
  ['HOME', null],
  ['HOSTNAME', null],
  ['REDIS_SERVICE_HOST', null],
  ['REDIS_PORT_6379_TCP_ADDR', null],
  ['DATABASE_URL', null],
])('of unknown names like %s, the probable setting is %s', (name, meant) => {
  const unknown = meant === null ? [] : [{ name, meant, is_in_file: false }];
  expect(findUnknownNames({ [name]: 'x' })).toEqual(unknown);
});

test('replicas are a list, empty by default', () => {
  const urlsOf = (more: object) => replicaUrls(readConfig({ ...GOOD, ...more }));
  expect(urlsOf({})).toEqual([]);
  expect(urlsOf({ DATABASE_REPLICA_URLS: 'postgres://a/x, postgresql://u:p@b:5433/x' })).toEqual([
    'postgres://a/x',
    'postgresql://u:p@b:5433/x',
  ]);
});

test('a missing setting is named', () => {
  expect(() => readConfig({ ...GOOD, SECRET_KEY: undefined })).toThrow('SECRET_KEY');
});

test('all invalid settings are named at once', () => {
  const wrong = { ...GOOD, SECRET_KEY: undefined, PORT: 'x', ROLE: 'king' };
  for (const name of ['SECRET_KEY', 'PORT', 'ROLE']) expect(() => readConfig(wrong)).toThrow(name);
});

test('numbers and booleans are parsed', () => {
  const texts = { PORT: '80', LOG_READ_SAMPLE: '0.25', METRICS_PORT: '-1', S3_PATH_STYLE: 'false' };
  const config = readConfig({ ...GOOD, ...texts });
  expect(config).toMatchObject({ PORT: 80, LOG_READ_SAMPLE: 0.25, METRICS_PORT: -1 });
  expect(config.S3_PATH_STYLE).toBe(false);
});

test('a secret may be a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'secret-')), 'key');
  writeFileSync(file, 'a key that came in a file, long enough\n');
  const config = readConfig({ ...GOOD, SECRET_KEY: undefined, SECRET_KEY_FILE: file });
  expect(config.SECRET_KEY).toBe('a key that came in a file, long enough');
});

test('P14 a production site on plain http starts only with ALLOW_INSECURE_HTTP', () => {
  const http = { ...GOOD, NODE_ENV: 'production', BASE_URL: 'http://lamplight.lan' };
  expect(() => readConfig(http)).toThrow('ALLOW_INSECURE_HTTP');
  expect(readConfig({ ...http, ALLOW_INSECURE_HTTP: 'true' }).BASE_URL).toBe(
    'http://lamplight.lan',
  );
  expect(readConfig({ ...http, BASE_URL: 'http://localhost:3000' }).PORT).toBe(3000);
});
