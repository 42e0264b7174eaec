import type { Context } from '../context.ts';
import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import type { Page } from '../platform/http/pagination.ts';
import { Refusal } from '../refusals.ts';
import { listMonths, versionsOfMonths } from './actions/list-months.ts';
import { MONTHS_PER_PAGE } from './rules.ts';
import { type TransparencyMonth, TransparencyPageQuery } from './schema.ts';
import { TransparencyPage } from './views/transparency-page.tsx';

export function transparencyPages(app: App): void {
  app.get(
    '/transparency',
    asPage('optional', TransparencyPageQuery, versionsOfMonths),
    async (request, reply) => {
      const { cursor } = queryOf(TransparencyPageQuery, request);
      const page = await listFrom(request.ctx, cursor);
      return sendPage(reply, <TransparencyPage visit={pageViewOf(request)} page={page} />);
    },
  );
}

/** An invalid cursor starts the list from the beginning. */
async function listFrom(ctx: Context, cursor?: string): Promise<Page<TransparencyMonth>> {
  const limit = MONTHS_PER_PAGE;
  try {
    return await listMonths(ctx, { limit, ...(cursor ? { cursor } : {}) });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error;
    return listMonths(ctx, { limit });
  }
}
