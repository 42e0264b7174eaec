import { Type } from 'typebox';
import {
  getChoices,
  listListedWords,
  testText,
} from '../../automatic-rules/actions/manage-words.ts';
import { WordQuery } from '../../automatic-rules/schema.ts';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { TEXT_MAX, Words } from '../views/words.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

const WordsQuery = Closed({
  ...PositionQuery,
  q: WordQuery.properties.q,
  text: Type.Optional(Type.String({ maxLength: TEXT_MAX, pattern: '^[^\\u0000]*$' })),
});

export function adminWordPages(app: App): void {
  app.get('/admin/words', asStaff('owner', WordsQuery), async (request, reply) => {
    const { ctx } = request;
    const { cursor, q, text } = queryOf(WordsQuery, request);
    const [admin, page, choices, tested] = await Promise.all([
      adminPageOf(request),
      listListedWords(ctx, { limit: ROWS, ...omitUndefined({ cursor, q }) }),
      getChoices(ctx),
      text ? testText(ctx, text) : undefined,
    ]);
    return sendPage(
      reply,
      <Words admin={admin} q={q} page={page} choices={choices} test={{ text, tested }} />,
    );
  });
}
