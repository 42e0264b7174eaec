import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { asPage, pageViewOf } from '../../platform/http/page.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { countQueues } from '../actions/count-queues.ts';
import { findLastUndoable } from '../actions/find-last-undoable.ts';
import type { AdminPage } from '../views/admin-layout.tsx';

/** Page size of the lists for staff. */
export const ROWS = 50;

/** Only the cursor: the address does not choose the page size. */
export const PositionQuery = { cursor: PageQuery.cursor };

/** A page for staff; without a query it has no parameters. */
export function asStaff(access: 'admin' | 'owner', query: TObject = Closed({})) {
  return asPage(access, query);
}

export async function adminPageOf(request: FastifyRequest): Promise<AdminPage> {
  const { ctx, viewer } = request;
  const [queues, last] = await Promise.all([
    countQueues(ctx),
    viewer ? findLastUndoable(ctx, viewer) : undefined,
  ]);
  return { visit: pageViewOf(request), queues, last };
}

/** Drops undefined fields: the actions distinguish absent from undefined. */
export function omitUndefined<T extends object>(
  filter: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
