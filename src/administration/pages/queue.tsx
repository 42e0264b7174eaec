import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readCommentTexts } from '../../comments/actions/read-held.ts';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { COMPARISON_VIEWS } from '../../posts/views/compared-html.ts';
import { readCase } from '../../reports/actions/read-cases.ts';
import { listUndoable } from '../../staff-log/actions/undo.ts';
import { KIND_NAMES } from '../actions/queue/kinds.ts';
import { listQueue, readKey } from '../actions/queue/queue.ts';
import type { QueueItem } from '../schema/queue.ts';
import { QueuePage } from '../views/queue.tsx';
import type { OpenedItem } from '../views/queue-detail.tsx';
import { QueuePreview } from '../views/queue-preview.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';
import { findOpen } from './posts.tsx';

const KEY = '^[a-z]{1,20}:[1-9]\\d{0,14}(:\\d{1,9})?$';
const RECENT = 200;

const QueueQuery = Closed({
  ...PositionQuery,
  kind: Type.Optional(Type.Enum([...KIND_NAMES])),
  open: Type.Optional(Type.String({ pattern: KEY })),
  view: Type.Optional(Type.Enum([...COMPARISON_VIEWS])),
});

/** The home of the staff. */
export function adminQueuePages(app: App): void {
  app.get('/admin', asStaff('admin'), async (_request, reply) =>
    reply.redirect('/admin/queue', 303),
  );

  app.get('/admin/queue', asStaff('admin', QueueQuery), async (request, reply) => {
    const { ctx, member } = request;
    const { cursor, kind, open, view = 'inline' } = queryOf(QueueQuery, request);
    const [admin, page, recent] = await Promise.all([
      adminPageOf(request),
      listQueue(ctx, member, { limit: ROWS, ...omitUndefined({ cursor, kind }) }),
      listUndoable(ctx, member, RECENT),
    ]);
    const item = page.items.find(({ key }) => key === open);
    const opened = item ? await openItem(request, item) : undefined;
    return sendPage(
      reply,
      <QueuePage
        {...{ admin, page, recent, view, kind }}
        opened={opened}
        gone={open !== undefined && !opened}
      />,
    );
  });

  app.get('/admin/queue/preview', asStaff('admin'), async (request, reply) => {
    const { ctx, member } = request;
    const { item } = request.query as { item?: string | string[] };
    const keys = new Set([item ?? []].flat().filter((key) => new RegExp(KEY).test(key)));
    const kinds = [...new Set([...keys].map((key) => readKey(key).kind))];
    const lists = await Promise.all(
      KIND_NAMES.filter((kind) => kinds.includes(kind)).map((kind) =>
        listQueue(ctx, member, { kind, limit: 100 }),
      ),
    );
    const items = lists.flatMap((list) => list.items).filter(({ key }) => keys.has(key));
    const admin = await adminPageOf(request);
    return sendPage(reply, <QueuePreview admin={admin} items={items} />);
  });
}

async function openItem(request: FastifyRequest, item: QueueItem): Promise<OpenedItem | undefined> {
  const { ctx } = request;
  const { kind, id, excerpt } = item;
  if (kind === 'post') {
    const post = await findOpen(request, id);
    return post === 'gone' ? undefined : { item, post, text: '', href: undefined, reports: [] };
  }
  if (kind !== 'report') return { item, text: excerpt, href: undefined, reports: [] };
  const found = await readCase(ctx, id);
  if (!found) return undefined;
  const { subject_kind, subject_id, subject_uid } = found.found;
  const texts = subject_kind === 'comment' ? await readCommentTexts(ctx, [subject_id]) : undefined;
  const href = subject_kind === 'post' ? `/posts/${subject_id}` : `/space/${subject_uid}`;
  return { item, text: texts?.get(subject_id) ?? '', href, reports: found.reports };
}
