import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { idOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { listCards } from '../../users/actions/list-cards.ts';
import { readNotes } from '../actions/notes.ts';
import { findWave } from '../actions/spam-wave.ts';
import { CommentSearchQuery } from '../schema/content.ts';
import { NotesPage } from '../views/notes.tsx';
import { WavePage } from '../views/spam-wave.tsx';
import { adminPageOf, asStaff, omitUndefined } from './admin-page.ts';

const HOURS_MAX = 168;
const HOURS = 24;

const WaveQuery = Closed({
  q: CommentSearchQuery.properties.q,
  accounts: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,14}([ ,，]+[1-9]\\d{0,14}){0,99}[ ,，]*$' }),
  ),
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: HOURS_MAX })),
});

export function adminModerationPages(app: App): void {
  app.get('/admin/wave', asStaff('admin', WaveQuery), async (request, reply) => {
    const { ctx, member } = request;
    const { q, accounts = '', hours = HOURS } = queryOf(WaveQuery, request);
    const uids = accounts
      .split(/[ ,，]+/)
      .filter(Boolean)
      .map(Number);
    const [admin, comments] = await Promise.all([
      adminPageOf(request),
      findWave(ctx, member, { accounts: uids, hours, ...omitUndefined({ q }) }),
    ]);
    const filter = { q, accounts, hours };
    return sendPage(reply, <WavePage admin={admin} filter={filter} comments={comments} />);
  });

  app.get('/admin/notes/:uid', asStaff('admin'), async (request, reply) => {
    const uid = idOf(request, 'uid');
    const [admin, people, notes] = await Promise.all([
      adminPageOf(request),
      listCards(request.ctx, [uid]),
      readNotes(request.ctx, uid),
    ]);
    const member = people.get(uid);
    if (!member) throw new Refusal('not_found');
    return sendPage(reply, <NotesPage admin={admin} member={member} notes={notes} />);
  });
}
