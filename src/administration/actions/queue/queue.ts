import { Type } from 'typebox';
import { findAppealDecider } from '../../../bans/actions/appeal.ts';
import type { Context, Viewer } from '../../../context.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  Timestamp,
  toPage,
} from '../../../platform/http/pagination.ts';
import { Refusal } from '../../../refusals.ts';
import { findCaseDecider } from '../../../reports/actions/decide-case.ts';
import { findDecider } from '../../../staff-log/actions/undo.ts';
import type { QueueItem } from '../../schema/queue.ts';
import { listClaims } from '../../store/queue.ts';
import type { QueuePosition, Verdict, Waiting } from './kind.ts';
import { KIND_NAMES, KINDS, type KindName } from './kinds.ts';

const Cursor = Type.Tuple([
  Timestamp,
  Type.Integer({ minimum: 0, maximum: KIND_NAMES.length - 1 }),
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
]);

type Row = Waiting & { kind: KindName; order: number };

/**
 * D47, D66: everything that waits, oldest first. Each kind reads one page of its own index after the cursor, so page
 * 10 000 costs what page 1 costs, and the merged page needs no rows beyond these.
 */
export async function listQueue(
  ctx: Context,
  staff: Viewer,
  request: PageRequest & { kind?: KindName },
): Promise<Page<QueueItem>> {
  const { limit, after } = readPage(Cursor, request);
  const kinds = request.kind === undefined ? KIND_NAMES : [request.kind];
  const lists = await Promise.all(
    kinds.map(async (kind): Promise<Row[]> => {
      const order = KIND_NAMES.indexOf(kind);
      const from = { after: positionIn(order, after), limit: limit + 1 };
      const waiting = await KINDS[kind].list(ctx, staff, from);
      return waiting.map((one) => ({ ...one, kind, order }));
    }),
  );
  const rows = lists
    .flat()
    .sort(inOrder)
    .slice(0, limit + 1);
  const claims = await listClaims(ctx.db, rows, ctx.now());
  return toPage(
    rows,
    limit,
    ({ since, order, id }) => [since.toISOString(), order, id],
    ({ since, order: _, kind, ...row }) => {
      const claim = claims.find((one) => one.kind === kind && one.item_id === row.id);
      return {
        ...row,
        kind,
        key: keyOf({ kind, ...row }),
        since: since.toISOString(),
        claimed_by: claim && claim.uid !== staff.uid ? claim.name : null,
      };
    },
  );
}

/** Where a kind continues after the last item of the merged page before, which may be of another kind. */
function positionIn(order: number, after: [string, number, number] | undefined): QueuePosition {
  if (!after) return { since: new Date(0), id: 0 };
  const [since, lastOrder, lastId] = after;
  const id = order < lastOrder ? Number.MAX_SAFE_INTEGER : order === lastOrder ? lastId : 0;
  return { since: new Date(since), id };
}

function inOrder(a: Row, b: Row): number {
  return a.since.getTime() - b.since.getTime() || a.order - b.order || a.id - b.id;
}

/** How many of each kind wait, up to 100. */
export async function countQueue(ctx: Context): Promise<Record<KindName, number>> {
  const counts = await Promise.all(KIND_NAMES.map((kind) => KINDS[kind].count(ctx)));
  return Object.fromEntries(KIND_NAMES.map((kind, i) => [kind, counts[i] ?? 0])) as Record<
    KindName,
    number
  >;
}

/** So many pages are read to find what was selected: the page for staff appends pages to its list. */
const FIND_PAGES = 10;
const FIND_PAGE = 100;

/** Those of the items that still wait. */
export async function findItems(ctx: Context, staff: Viewer, keys: string[]): Promise<QueueItem[]> {
  const requested = new Set(keys);
  const found: QueueItem[] = [];
  for (const kind of KIND_NAMES) {
    let missing = keys.filter((key) => readKey(key).kind === kind).length;
    let cursor: string | undefined;
    for (let pages = 0; missing > 0 && pages < FIND_PAGES; pages++) {
      const request = { kind, limit: FIND_PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next_cursor } = await listQueue(ctx, staff, request);
      const hits = items.filter(({ key }) => requested.has(key));
      found.push(...hits);
      missing -= hits.length;
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
  }
  return found;
}

type ItemKey = { kind: KindName; id: number; version: number | null };

/** `post:12:3`: kind, number, and the version that was read. */
function keyOf({ kind, id, version }: ItemKey): string {
  return [kind, id, ...(version === null ? [] : [version])].join(':');
}

export function readKey(key: string): ItemKey {
  const [kind = '', id, version] = key.split(':');
  return {
    kind: kind as KindName,
    id: Number(id),
    version: version === undefined ? null : Number(version),
  };
}

/**
 * Decides on items one by one, each in a transaction of its own. Nothing that another moderator decided first is decided
 * again: of several items, those are returned as refused; of a single one, the refusal is thrown.
 */
export async function decideOnItems(
  ctx: Context,
  staff: Viewer,
  keys: string[],
  verdict: Verdict,
): Promise<{ decided: number; refused: { item: string; code: string }[] }> {
  let decided = 0;
  const refused: { item: string; code: string }[] = [];
  for (const key of keys) {
    const item = readKey(key);
    try {
      await KINDS[item.kind].decide(ctx, staff, item, verdict);
      decided++;
    } catch (error) {
      const refusal = await explain(ctx, item, error);
      if (keys.length === 1) throw refusal;
      refused.push({ item: key, code: refusal.code });
    }
  }
  return { decided, refused };
}

/** What the staff log calls the things of a kind. Cases of reports know who decided. */
const SUBJECTS = { post: 'post', comment: 'comment', profile: 'profile_change' } as const;

/** Who decided on an item in the last hour. */
export async function findItemDecider(
  ctx: Context,
  { kind, id }: Pick<ItemKey, 'kind' | 'id'>,
): Promise<string | undefined> {
  if (kind === 'report') return findCaseDecider(ctx, id);
  if (kind === 'appeal') return findAppealDecider(ctx, id);
  return findDecider(ctx, SUBJECTS[kind], id);
}

async function explain(ctx: Context, item: ItemKey, error: unknown): Promise<Refusal> {
  if (!(error instanceof Refusal)) throw error;
  if (error.code !== 'wrong_state') return error;
  const name = await findItemDecider(ctx, item);
  return name === undefined ? error : new Refusal('decided_before', { name });
}
