import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal } from '../../refusals.ts';
import { PAGE_LIMIT, PAGE_LIMIT_MAX } from '../db/keyset.ts';
import type { App } from './app-types.ts';
import { Closed, Id, Nullable } from './validation.ts';

const MAX_CURSOR = 512;

/** D2: the query parameters of every list. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_LIMIT_MAX,
      default: PAGE_LIMIT,
      description: 'Items per page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_CURSOR,
      description: '`next_cursor` of the page before.',
    }),
  ),
};

export const ListQuery = Closed(PageQuery);

/** Of a page: its address does not choose the page size. */
export const CursorQuery = Closed({ cursor: PageQuery.cursor });

export function PageOf<S extends TSchema>(item: S) {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Nullable(Type.String(), {
      description: 'Null on the last page.',
    }),
  });
}

/** A time as `toISOString` writes it; the format alone allows leap seconds, which `Date` rejects. */
export const Timestamp = Type.String({
  format: 'date-time',
  pattern: 'T\\d\\d:\\d\\d:[0-5]\\d\\.\\d{3}Z$',
});

/** PostgreSQL rejects NUL in texts. */
export const TextKey = Type.String({ pattern: '^[^\\u0000]*$' });

/** Time and id of the last item: the whole sort key, so that items of the same time are not skipped. */
export const TimeKey = Type.Tuple([Timestamp, Id]);

export type Page<T> = { items: T[]; next_cursor: string | null };

export type PageRequest = { limit?: number; cursor?: string };

/**
 * A cursor contains the whole sort key of the last item, so the next page starts in the middle of the index instead of
 * skipping rows: page 10 000 costs what page 1 costs.
 */
export function readPage<K extends TSchema>(
  key: K,
  request: PageRequest,
): { limit: number; after: Static<K> | undefined } {
  const limit = request.limit ?? PAGE_LIMIT;
  if (request.cursor === undefined) return { limit, after: undefined };
  const after = decode(request.cursor);
  if (!Value.Check(key, after)) throw badCursor();
  return { limit, after: after as Static<K> };
}

/**
 * Stores fetch `limit + 1` rows; the extra row means that there is a next page. A bounded scan that ended before the
 * page was full passes `scannedTo`, and the next page continues there.
 */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => unknown,
  present: (row: Row) => Item,
  scannedTo?: unknown,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  const next = more ? keyOf(last) : scannedTo;
  return { items: shown.map(present), next_cursor: next === undefined ? null : encode(next) };
}

/** The usual sort keys of `toPage`: an id, or the time and id that `TimeKey` checks. */
export const idOf = ({ id }: { id: number }) => id;

export function timeKeyOf<Time extends string, RowId extends string>(time: Time, id: RowId) {
  return (row: Record<Time, Date> & Record<RowId, number | string>) => [
    row[time].toISOString(),
    row[id],
  ];
}

function encode(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badCursor();
  }
}

function badCursor(): Refusal {
  return new Refusal(
    'invalid_input',
    {},
    { fields: [{ pointer: '/cursor', detail: 'not a cursor of this list' }] },
  );
}

/** D2: the Link header names the next page too. */
export function linkNextPages(app: App): void {
  const { origin } = new URL(app.ctx.config.BASE_URL);
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const cursor = (payload as Partial<Page<unknown>> | null)?.next_cursor;
    if (typeof cursor === 'string') {
      const [path, search] = request.url.split('?');
      const query = new URLSearchParams(search);
      query.set('cursor', cursor);
      reply.header('link', `<${origin}${path}?${query}>; rel="next"`);
    }
    done(null, payload);
  });
}
