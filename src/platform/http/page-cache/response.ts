import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from '../../../context.ts';
import type { Subject } from '../../invalidations.ts';

export type Version = {
  /** Of what the response is about; null where that is not there for everybody. */
  own: string | null;
  /** Of the members and comments it shows, by `joinVersions`. */
  shown: string;
};

/** Which response: the parameters of its address, and what it shows. */
type VersionRequest = { params: unknown; subjects: Subject[] };

/**
 * Declared by a route whose responses to anonymous visitors are all alike: the versions some of them would have now,
 * at a fraction of the cost of rendering them.
 */
export type ReadVersions = (ctx: Context, requests: VersionRequest[]) => Promise<Version[]>;

type Encoding = 'br' | 'gzip';
type Headers = Record<string, string | number>;
/** Ready to be sent. */
type Encoded = { headers: Headers; bytes: Buffer };

export type CachedResponse = ReturnType<typeof createResponse>;

type Rendered = {
  body: Buffer;
  headers: Record<string, string>;
  version: Version;
  request: VersionRequest;
  readVersions: ReadVersions;
  /** Everything it shows: when one of them is hidden, it is dropped. */
  subjects: ReadonlySet<Subject>;
  /** When its version was last found to be current: before it was rendered. */
  checked_at: number;
  /** For how long its relative times are close enough, which no version can see. */
  ttl_ms: number;
};

/** Smaller ones fit into a packet as they are. */
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

  /** Once for all requests; the first one does not wait for it. */
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
    /** Something it shows has changed or was hidden: never to be sent again. */
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

/** The body, compressed twice to a tenth of it, and the objects beside it, roughly. */
export function bytesOf({ body, subjects }: CachedResponse): number {
  return Math.ceil(body.length * 1.2) + 2_000 + subjects.size * 200;
}

/** Weak: the same page in another encoding has the same. */
function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
