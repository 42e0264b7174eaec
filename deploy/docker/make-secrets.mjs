// Creates the secrets of a new site in their volumes. Existing ones are never changed.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory = '/secrets'] = process.argv.slice(2);

ensureSecret('site/secret_key', () => randomBytes(48).toString('base64'));
const password = ensureSecret('database/password', () => randomBytes(24).toString('base64url'));
ensureSecret('database/url', () => `postgres://lamplight:${password}@postgres:5432/lamplight`);

function ensureSecret(name, make) {
  const path = join(directory, name);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const value = make();
  // Write and rename, so that a crash leaves no partial file.
  writeFileSync(`${path}.new`, `${value}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  process.stdout.write(`created ${path}\n`);
  return value;
}
