import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from '../../../context.ts';

/** What an answer was made of. Null where that is not there for everybody. */
export type Version = {
  /** Of what the answer is about. */
  own: string | null;
  /** Of the people it shows. */
  people: string | null;
};

/** Which answer: the parameters of its address, and the people it shows. */
type Asked = { params: unknown; people: number[] };

/**
 * Declared by a route whose answers to strangers are all alike: what each of some would be made of now, at a
 * fraction of the cost of making it.
 */
export type Versioned = (ctx: Context, asked: Asked[]) => Promise<Version[]>;

type Encoding = 'br' | 'gzip';
/** Ready to go out. */
type Form = { headers: Head; bytes: Buffer };
type Head = Record<string, string | number>;

export type Answer = ReturnType<typeof keepAnswer>;

type Made = {
  body: Buffer;
  headers: Record<string, string>;
  version: Version;
  asked: Asked;
  versionOf(asked: Asked): Promise<Version>;
  /** When what it was made of was looked at, before it was made. */
  looked_at: number;
  /** For how long what no version tells is near enough. */
  holds_ms: number;
};

/** Smaller ones fit into a packet as they are. */
const WORTH_PACKING = 1_000;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const PACK = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export function keepAnswer(made: Made) {
  const { body } = made;
  const packed = new Map<Encoding, Form>();
  const packing = new Set<Encoding>();

  /** Once for all who will ask; whoever asks first does not wait for it. */
  const pack = async (encoding: Encoding) => {
    if (packing.has(encoding) || body.length < WORTH_PACKING) return;
    packing.add(encoding);
    const bytes = await PACK[encoding](body);
    const length = { 'content-encoding': encoding, 'content-length': bytes.length };
    packed.set(encoding, { headers: { ...headers, ...length }, bytes });
  };

  const etag = etagOf(body);
  const headers: Head = { ...made.headers, etag };
  const plain: Form = { headers: { ...headers, 'content-length': body.length }, bytes: body };
  return {
    ...made,
    etag,
    headers,
    made_at: made.looked_at,
    /** Something it was made of has changed. */
    is_over: false,
    /** As it goes to a browser that takes these encodings. */
    as(accepted: string): Form {
      const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
      if (!encoding) return plain;
      void pack(encoding);
      return packed.get(encoding) ?? plain;
    },
  };
}

/** What it takes: as it is, packed twice into a tenth of that, and what stands beside the bytes, roughly. */
export function bytesOf({ body }: Answer): number {
  return body.length * 1.2 + 2_000;
}

/** Weak: the same page in another encoding has the same. */
function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * For how long what an answer says of time is near enough: "five minutes ago" for a minute, "five hours ago" for some
 * minutes, and what happened earlier, or is told as a date, for an hour.
 */
export function wordsHold(text: string, now: Date): number {
  const moments = text.matchAll(/<time datetime="([^"]+)"/gi);
  const last = Math.max(0, ...Array.from(moments, ([, at = '']) => Date.parse(at) || 0));
  const age = now.getTime() - last;
  if (age < HOUR_MS) return MINUTE_MS;
  return age < DAY_MS ? 10 * MINUTE_MS : HOUR_MS;
}

/** Whoever is shown is linked, or named by uid. */
export function peopleIn(text: string): number[] {
  const found = text.matchAll(/(?:"\/space\/|"uid":)(\d{1,16})/g);
  return [...new Set(Array.from(found, ([, uid]) => Number(uid)))];
}
