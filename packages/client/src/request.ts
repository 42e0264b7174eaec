/** Method and path as in the OpenAPI document; `multipart` if the body is a file, `file` if the response is one. */
export type Operation = readonly [method: string, path: string, media?: 'multipart' | 'file'];

export type Input = {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

const KEY_BYTES = 16;

export function toUrl(
  base: string,
  [, path]: Operation,
  { path: values = {}, query }: Input,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

export function toInit([method, , media]: Operation, { body }: Input, key?: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') headers['idempotency-key'] = key ?? randomKey();
  // Without cookies, which would authenticate the request instead of the token.
  const init: RequestInit = { method, headers, credentials: 'omit' };
  if (body === undefined) return init;
  if (media === 'multipart') return { ...init, body: toForm(body as Record<string, Blob>) };
  headers['content-type'] = 'application/json';
  return { ...init, body: JSON.stringify(body) };
}

function toForm(files: Record<string, Blob>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  return form;
}

/** `randomUUID` exists only on pages loaded over https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
