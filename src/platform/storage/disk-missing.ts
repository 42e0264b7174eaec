// ENOTDIR: a parent of the key is a file. EISDIR: the key is a folder.
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) {
      return undefined;
    }
    throw error;
  }
}
