// ENOTDIR: a file stands where the key has a folder. EISDIR: a folder stands where it has a file.
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
