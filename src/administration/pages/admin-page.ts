import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { pageViewOf } from '../../platform/http/page.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { countQueues } from '../actions/count-queues.ts';
import type { AdminPage } from '../views/admin-layout.tsx';

/** Staff look through much at a time. */
export const ROWS = 50;

/** The place in a list; how much of it is not for the address to say. */
export const PositionQuery = { cursor: PageQuery.cursor };

/** A page of the staff and what it takes from its address. */
export function asStaff(
  access: 'admin' | 'owner',
  query: TObject = Closed({}),
): { config: FastifyContextConfig } {
  return { config: { access, query } };
}

export async function adminPageOf(request: FastifyRequest): Promise<AdminPage> {
  return { visit: pageViewOf(request), queues: await countQueues(request.ctx) };
}

/** Without what is not set, as the actions want it. */
export function onlySet<T extends object>(
  filter: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
