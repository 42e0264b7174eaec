import {
  changeChoices,
  getChoices,
  importWords,
  listListedWords,
  removeWord,
  testText,
} from '../../automatic-rules/actions/manage-words.ts';
import { IMPORT_MAX, TEST_MAX } from '../../automatic-rules/rules.ts';
import * as schema from '../../automatic-rules/schema.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { IdParams, NoContent } from '../../platform/http/validation.ts';

const { asOwner } = operations('administration');
/** A form sends a Han character in nine bytes. */
const FORM_BYTES = 9;
const OTHER_BYTES = 1024;

/** The automatic rules: the owner's words, choices and test box. */
export function adminWordRoutes(app: App): void {
  app.get(
    '/api/admin/words',
    asOwner({
      operationId: 'listListedWords',
      summary: 'The listed words, newest first',
      querystring: schema.WordQuery,
      response: { 200: PageOf(schema.ListedWord) },
    }),
    ({ ctx, query }) => listListedWords(ctx, query),
  );

  app.post(
    '/api/admin/words',
    asOwner(
      {
        operationId: 'importWords',
        summary: 'Adds words to the list',
        description: 'Applies to what is written from then on, in every process.',
        body: schema.ImportBody,
        response: { 200: schema.Imported },
      },
      { bodyLimit: IMPORT_MAX * FORM_BYTES + OTHER_BYTES },
    ),
    ({ ctx, member, body }) => importWords(ctx, member, body),
  );

  app.delete(
    '/api/admin/words/:id',
    asOwner({
      operationId: 'removeWord',
      summary: 'Takes a word off the list',
      params: IdParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => removeWord(ctx, member, params.id),
  );

  app.post(
    '/api/admin/words/test',
    asOwner(
      {
        operationId: 'testWords',
        summary: 'What a text would meet, and why',
        body: schema.TestBody,
        response: { 200: schema.Tested },
      },
      { bodyLimit: TEST_MAX * FORM_BYTES + OTHER_BYTES },
    ),
    ({ ctx, body }) => testText(ctx, body.text),
  );

  app.get(
    '/api/admin/automatic-rules',
    asOwner({
      operationId: 'getRuleChoices',
      summary: 'Which texts are held besides those with listed words',
      response: { 200: schema.RuleChoices },
    }),
    ({ ctx }) => getChoices(ctx),
  );

  app.put(
    '/api/admin/automatic-rules',
    asOwner({
      operationId: 'changeRuleChoices',
      summary: 'Sets which texts are held',
      body: schema.RuleChoices,
      response: { 200: schema.RuleChoices },
    }),
    ({ ctx, member, body }) => changeChoices(ctx, member, body),
  );
}
