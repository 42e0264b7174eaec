const KEY_MAX = 200;
// No segment starts with a dot: that keeps `.` and `..` out, and leaves dotted names to the disk.
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

/** Keys are made by us, never by a visitor: any other shape is a bug and must not reach a path. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}

/**
 * The type comes from the key alone, so both stores answer alike and files can move between them.
 * The list is closed: nothing stored here is ever served as HTML or script.
 */
export function contentTypeOf(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return CONTENT_TYPES[extension] ?? 'application/octet-stream';
}
