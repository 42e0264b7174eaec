import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type App, accessOf, operations } from '../../platform/http/app-types.ts';
import { NoContent, UidParams } from '../../platform/http/validation.ts';
import { BULK_MS } from '../../platform/time-budget.ts';
import { addNote, readNotes } from '../actions/notes.ts';
import { removeWave } from '../actions/spam-wave.ts';
import * as schema from '../schema/moderation.ts';

const { asAdmin, optionsWith } = operations('administration');
/** Two lists of the longest ids. */
const WAVE_BYTES_MAX = 64 * 1024;
const asBulk = optionsWith({ config: { ...accessOf('admin'), handler_ms: BULK_MS } });

/** Waves of spam, and notes on members. */
export function adminModerationRoutes(app: App): void {
  app.post(
    '/api/admin/wave',
    asBulk(
      {
        operationId: 'removeWave',
        summary: 'Removes many comments and bans many members',
        description:
          'One by one; what cannot be done is counted as refused. Can be undone at once.',
        body: schema.WaveBody,
        response: { 200: schema.WaveDone },
      },
      { bodyLimit: WAVE_BYTES_MAX },
    ),
    async ({ ctx, member, body }) => {
      const batch = randomUUID();
      const { comments, accounts = '', reason } = body;
      const wave = { comments: idsIn(comments), accounts: idsIn(accounts), reason, batch };
      return { ...(await removeWave(ctx, member, wave)), batch };
    },
  );

  app.get(
    '/api/admin/users/:uid/notes',
    asAdmin({
      operationId: 'listNotes',
      summary: 'What the staff noted about a member',
      params: UidParams,
      response: { 200: Type.Object({ items: Type.Array(schema.StaffNote) }) },
    }),
    async ({ ctx, params }) => ({ items: await readNotes(ctx, params.uid) }),
  );

  app.post(
    '/api/admin/users/:uid/notes',
    asAdmin({
      operationId: 'addNote',
      summary: 'Adds a note that only the staff reads',
      params: UidParams,
      body: schema.NoteBody,
      response: NoContent,
    }),
    ({ ctx, member, params, body }) => addNote(ctx, member, params.uid, body),
  );
}

function idsIn(text: string): number[] {
  return text === '' ? [] : text.split(',').map(Number);
}
