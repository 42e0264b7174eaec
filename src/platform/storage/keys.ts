const KEY_MAX = 200;
// No segment starts with a dot: excludes `.` and `..`, and reserves such names for the disk storage.
const KEY = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;

const CONTENT_TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  json: 'application/json',
  zip: 'application/zip',
  txt: 'text/plain; charset=utf-8',
};

export function isStorageKey(key: string): boolean {
  return key.length <= KEY_MAX && KEY.test(key) && !key.includes('..');
}

/** Only our code creates keys. An invalid one is a bug and must not become a path. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}

/** Of a new file; a random part has no dot. Undefined for files from before the name started with its member. */
const OWNER = /\/([1-9]\d{0,15})\.[^/.]+\.[a-z0-9]+$/;

export function ownerOfKey(key: string): number | undefined {
  const [, uid] = OWNER.exec(key) ?? [];
  return uid === undefined ? undefined : Number(uid);
}

/** The owners of the keys; undefined if a key does not tell. */
export function ownersOfKeys(keys: string[]): number[] | undefined {
  const uids = keys.map(ownerOfKey);
  return uids.every((uid) => uid !== undefined) ? [...new Set(uids)] : undefined;
}

/**
 * The type depends on the key alone, so files can move between the two stores. The list is closed: no stored file is
 * served as HTML or script.
 */
export function contentTypeOf(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return CONTENT_TYPES[extension] ?? 'application/octet-stream';
}
