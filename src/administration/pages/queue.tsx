import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { COMPARISON_VIEWS } from '../../posts/views/compared-html.ts';
import { KIND_NAMES } from '../actions/queue/kinds.ts';
import { findItemDecider, findItems, listQueue, readKey } from '../actions/queue/queue.ts';
import { readContext } from '../actions/queue/read-context.ts';
import { ITEMS_MAX, type QueueItem } from '../schema/queue.ts';
import { QueuePage } from '../views/queue.tsx';
import type { OpenedItem } from '../views/queue-detail.tsx';
import { QueuePreview } from '../views/queue-preview.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';
import { findOpen } from './posts.tsx';

const KEY = `^(${KIND_NAMES.join('|')}):[1-9]\\d{0,14}(:\\d{1,9})?$`;

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
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listQueue(ctx, member, { limit: ROWS, ...omitUndefined({ cursor, kind }) }),
    ]);
    const item = page.items.find(({ key }) => key === open);
    const opened = item ? await openItem(request, item) : undefined;
    const gone =
      open === undefined || opened ? undefined : { by: await findItemDecider(ctx, readKey(open)) };
    return sendPage(
      reply,
      <QueuePage {...{ admin, page, view, opened, gone }} filter={{ kind, cursor }} />,
    );
  });

  app.get('/admin/queue/preview', asStaff('admin'), async (request, reply) => {
    const { ctx, member } = request;
    const { item } = request.query as { item?: string | string[] };
    const { kind } = queryOf(QueueQuery, request);
    const keys = new Set([item ?? []].flat().filter((key) => new RegExp(KEY).test(key)));
    const [admin, items] = await Promise.all([
      adminPageOf(request),
      findItems(ctx, member, [...keys].slice(0, ITEMS_MAX)),
    ]);
    return sendPage(reply, <QueuePreview admin={admin} kind={kind} items={items} />);
  });
}

async function openItem(request: FastifyRequest, item: QueueItem): Promise<OpenedItem | undefined> {
  const context = await readContext(request.ctx, item);
  if (!context) return undefined;
  const id = item.kind === 'post' ? item.id : context.post_id;
  const post = id === undefined ? undefined : await findOpen(request, id);
  if (post !== 'gone') return { item, context, ...(post ? { post } : {}) };
  return item.kind === 'post' ? undefined : { item, context };
}
