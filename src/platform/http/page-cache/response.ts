import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import type { Subject } from '../../invalidations.ts';
import type { Version } from './dependencies.ts';

/** Identifies a response: the path parameters and the subjects it shows. */
type VersionRequest = { params: unknown; subjects: Subject[] };

/**
 * Declared by a route whose responses are the same for all anonymous visitors. Reads the current versions of several
 * responses, at a fraction of the cost of rendering them.
 */
export type ReadVersions = (ctx: Context, requests: VersionRequest[]) => Promise<Version[]>;

type Encoding = 'br' | 'gzip';
type Headers = Record<string, string | number>;
type Encoded = { headers: Headers; bytes: Buffer };

export type CachedResponse = ReturnType<typeof createResponse>;

type Rendered = {
  body: Buffer;
  headers: Record<string, string>;
  version: Version;
  /** The version of the owner's site, which every page shows. */
  site: string;
  request: VersionRequest;
  readVersions: ReadVersions;
  /** Hiding one of them drops the response. */
  subjects: ReadonlySet<Subject>;
  /** When its version was last current; at first, before rendering began. */
  checked_at: number;
  /** TTL of its relative times and of other content that versions cannot see. */
  ttl_ms: number;
};

/** Smaller responses fit in one packet. */
const MIN_COMPRESSED = 1_000;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export function createResponse(rendered: Rendered) {
  const { body } = rendered;
  const compressed = new Map<Encoding, Encoded>();
  const started = new Set<Encoding>();

  /** Once for all requests; the first one is sent uncompressed. */
  const compress = async (encoding: Encoding) => {
    if (started.has(encoding) || body.length < MIN_COMPRESSED) return;
    started.add(encoding);
    const bytes = await COMPRESS[encoding](body);
    const length = { 'content-encoding': encoding, 'content-length': bytes.length };
    compressed.set(encoding, { headers: { ...headers, ...length }, bytes });
  };

  const etag = etagOf(body);
  const headers: Headers = { ...rendered.headers, etag };
  const identity: Encoded = { headers: { ...headers, 'content-length': body.length }, bytes: body };
  return {
    ...rendered,
    etag,
    headers,
    rendered_at: rendered.checked_at,
    /** Its content has changed or was hidden: never send it again. */
    is_invalid: false,
    is_being_checked: false,
    encode(accepted: string): Encoded {
      const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
      if (!encoding) return identity;
      void compress(encoding);
      return compressed.get(encoding) ?? identity;
    },
  };
}

/** An estimate: the body, two compressed copies at a tenth each, and the objects around them. */
export function bytesOf({ body, subjects }: CachedResponse): number {
  return Math.ceil(body.length * 1.2) + 2_000 + subjects.size * 200;
}

/** Weak, because all encodings of a page share it. */
function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Bypasses Fastify's reply: headers and body are final, and no hook changes them. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  own: object | undefined,
): void {
  const { raw } = reply.hijack();
  const withOwn = (headers: CachedResponse['headers']) => (own ? { ...own, ...headers } : headers);
  if (request.headers['if-none-match'] === response.etag) {
    raw.writeHead(304, withOwn(response.headers)).end();
    return;
  }
  const { headers, bytes } = response.encode(request.headers['accept-encoding'] ?? '');
  raw.writeHead(200, withOwn(headers)).end(bytes);
}
