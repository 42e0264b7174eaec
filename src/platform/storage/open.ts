import { openDiskStorage } from './disk.ts';
import type { Storage, StorageSettings } from './storage.ts';

export async function openStorage(settings: StorageSettings): Promise<Storage> {
  if (settings.kind === 'disk') return openDiskStorage(settings);

  // Imported only here: the SDK is large, and a site on disk never needs it.
  const { openS3Storage } = await import('./s3.ts');
  return openS3Storage(settings);
}
