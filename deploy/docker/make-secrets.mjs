// Makes the secrets of a new site in the volumes that keep them. What is there already is never changed.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory = '/secrets'] = process.argv.slice(2);

keep('site/secret_key', () => randomBytes(48).toString('base64'));
const password = keep('database/password', () => randomBytes(24).toString('base64url'));
keep('database/url', () => `postgres://lamplight:${password}@postgres:5432/lamplight`);

function keep(name, make) {
  const path = join(directory, name);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const value = make();
  // Whole or not at all, wherever the machine stops.
  writeFileSync(`${path}.new`, `${value}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  process.stdout.write(`made ${path}\n`);
  return value;
}
