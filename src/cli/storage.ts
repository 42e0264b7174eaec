import { existsSync } from 'node:fs';
import { openStorage } from '../platform/storage/open.ts';
import type { Storage, StorageSettings } from '../platform/storage/storage.ts';
import { Failure } from './failure.ts';

/** Opening a missing directory would create it as the operator's user, so only an existing one is opened. */
export async function openExistingStorage(settings: StorageSettings): Promise<Storage> {
  if (settings.kind === 'disk' && !existsSync(settings.directory))
    throw new Failure(`There is no directory ${settings.directory}.`);
  return openStorage(settings);
}
