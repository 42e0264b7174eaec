import { open, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { UPLOAD_BYTES_MAX } from '../../platform/images/limits.ts';
import { isOfSite } from '../rules.ts';

/** `a-300x200.jpg` is a smaller copy that WordPress made of `a.jpg`. */
const COPY = /-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/;
/** Folders whose contents static sites show at their root. */
const STATIC = ['', 'static', 'public', 'source', 'assets'];
/** The proxy of WordPress.com: the address of the picture follows. */
const PROXY = /^i\d\.wp\.com$/;

export type PictureFiles = {
  /** The bytes of the picture that the address names; undefined if there is none. */
  find(address: string, directory: string | null): Promise<Buffer | undefined>;
};

/**
 * Pictures in folders of the operator. An address names a file by its end: `/wp-content/uploads/2020/01/a.jpg` is
 * `2020/01/a.jpg` in the folder of uploads. Nothing outside the folders is read, whatever an address or a link contains.
 */
export async function openPictureFiles(options: {
  files: string | null;
  source: string | null;
  host: string | null;
}): Promise<PictureFiles> {
  const files = options.files === null ? null : await realpath(options.files);
  const source = options.source === null ? null : await realpath(options.source);
  return {
    find: async (address, directory) => {
      const named = readAddress(address, options.host);
      if (!named) return undefined;
      const { segments, is_relative } = named;
      const paths = [
        ...(source !== null ? pathsInSource(source, segments, is_relative ? directory : null) : []),
        ...(files !== null ? endsOf(segments).map((path) => ({ root: files, path })) : []),
      ];
      for (const { root, path } of paths.flatMap(withOriginal)) {
        const bytes = await readInside(root, path);
        if (bytes) return bytes;
      }
      return undefined;
    },
  };
}

type Path = { root: string; path: string };

/** Only addresses of the old site, and relative ones. */
function readAddress(
  address: string,
  host: string | null,
): { segments: string[]; is_relative: boolean } | undefined {
  const url = URL.parse(address);
  if (url && PROXY.test(url.hostname)) {
    const [, first = '', ...rest] = url.pathname.split('/');
    return readAddress(`https://${first}/${rest.join('/')}`, host);
  }
  if (url && !isOfSite(url, host)) return undefined;
  const path = url ? url.pathname : (address.split(/[?#]/)[0] ?? '');
  const segments = segmentsOf(path);
  return segments && { segments, is_relative: !url && !path.startsWith('/') };
}

/** Undefined if a segment is no plain name. `..` is resolved by the caller, within the folder. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path
      .split('/')
      .map(decodeURIComponent)
      .filter((one) => one !== '' && one !== '.');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a path must not contain them.
    const isPlain = segments.every((one) => !/[/\\\u0000-\u001f]/.test(one) && one.length < 256);
    return segments.length > 0 && isPlain ? segments : undefined;
  } catch {
    return undefined;
  }
}

function pathsInSource(root: string, segments: string[], directory: string | null): Path[] {
  const beside =
    directory === null ? [] : [posix.join(directory.replaceAll('\\', '/'), ...segments)];
  const below = STATIC.map((name) => posix.join(name, ...segments));
  return [...beside, ...below].map((path) => ({ root, path }));
}

/** With fewer and fewer of the leading folders. A bare name could be any picture, unless the address is one. */
function endsOf(segments: string[]): string[] {
  const ends = segments.map((_, index) => segments.slice(index));
  return ends
    .filter((end) => end.length > 1 || segments.length === 1)
    .map((end) => posix.join(...end));
}

function withOriginal({ root, path }: Path): Path[] {
  return COPY.test(path)
    ? [
        { root, path },
        { root, path: path.replace(COPY, '') },
      ]
    : [{ root, path }];
}

/** The real path decides, after every link was followed. */
async function readInside(root: string, path: string): Promise<Buffer | undefined> {
  try {
    const real = await realpath(join(root, path));
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    const file = await open(real, 'r');
    try {
      const found = await file.stat();
      // An empty one, or one too large, is no picture that an upload accepts.
      if (!found.isFile() || found.size === 0 || found.size > UPLOAD_BYTES_MAX) return undefined;
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EISDIR'].includes(code))
      return undefined;
    throw error;
  }
}
