import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

export type Redirects = {
  /** The addresses of the old site at which the post was. */
  add(addresses: string[], postId: number): void;
};

export const NO_REDIRECTS: Redirects = { add: () => {} };

const NGINX_FILE = 'redirects.nginx.conf';
const CADDY_FILE = 'redirects.caddy';

/** What both configuration languages read as it is, within quotation marks. */
const PLAIN = /^\/[^\p{Cc}"'`\\{}$*;<>^|]*$/u;
const LENGTH_MAX = 1_000;

/**
 * Writes a file for nginx and one for Caddy, from old paths to the posts. Paths are compared decoded, so that every
 * spelling of `/你好/` is found; addresses with a query as a whole.
 */
export async function openRedirects(
  directory: string,
  baseUrl: string,
): Promise<Redirects & { close(): Promise<{ written: number; skipped: number }> }> {
  await mkdir(directory, { recursive: true });
  const nginx = { paths: createWriteStream(join(directory, NGINX_FILE)), queries: [] as string[] };
  const caddy = { paths: createWriteStream(join(directory, CADDY_FILE)), queries: [] as string[] };
  nginx.paths.write(`${NGINX_HEAD}map $uri $lamplight_path {\n    default "";\n`);
  caddy.paths.write(`${CADDY_HEAD}map {path} {lamplight_path} {\n`);
  const seen = new Set<string>();
  const result = { written: 0, skipped: 0 };
  return {
    add: (addresses, postId) => {
      const target = `${baseUrl}/posts/${postId}`;
      for (const address of addresses) {
        const old = readOld(address);
        if (old === null) result.skipped += 1;
        if (old === null || seen.has(old.text)) continue;
        seen.add(old.text);
        result.written += 1;
        const line = `"${old.text}" "${target}"`;
        if (old.has_query) {
          nginx.queries.push(`    ${line};\n`);
          caddy.queries.push(`\t${line}\n`);
        } else
          for (const path of spellings(old.text)) {
            nginx.paths.write(`    "${path}" "${target}";\n`);
            caddy.paths.write(`\t"${path}" "${target}"\n`);
          }
      }
    },
    close: async () => {
      nginx.paths.write(`}\nmap $request_uri $lamplight_query {\n    default "";\n`);
      await end(nginx.paths, [...nginx.queries, '}\n']);
      caddy.paths.write(`\tdefault ""\n}\nmap {uri} {lamplight_query} {\n`);
      await end(caddy.paths, [...caddy.queries, CADDY_END]);
      return result;
    },
  };
}

/** With and without the slash at the end, as both reached the old site. */
function spellings(path: string): string[] {
  const bare = path.replace(/\/$/, '');
  return bare === '' ? [] : [bare, `${bare}/`];
}

function readOld(address: string): { text: string; has_query: boolean } | null {
  const url = URL.parse(address, 'https://old.invalid');
  if (!url) return null;
  const has_query = url.search !== '';
  const text = has_query ? `${url.pathname}${url.search}` : decoded(url.pathname);
  return text !== null && text !== '/' && PLAIN.test(text) && text.length <= LENGTH_MAX
    ? { text, has_query }
    : null;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

async function end(stream: WriteStream, lines: string[]): Promise<void> {
  for (const line of lines) stream.write(line);
  stream.end();
  await finished(stream);
}

const NGINX_HEAD = `# In http { }: include this file, and map_hash_bucket_size 1024; before it.
# In server { } of the old site:
#     if ($lamplight_path)  { return 301 $lamplight_path; }
#     if ($lamplight_query) { return 301 $lamplight_query; }
`;
const CADDY_HEAD = '# In the block of the old site: import this file.\n';
const CADDY_END = `\tdefault ""
}
@lamplight_path expression \`{lamplight_path} != ""\`
redir @lamplight_path {lamplight_path} 301
@lamplight_query expression \`{lamplight_query} != ""\`
redir @lamplight_query {lamplight_query} 301
`;
