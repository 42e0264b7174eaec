import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Time } from '../../ui/time.tsx';
import type { UserCard } from '../../users/schema.ts';
import { NOTE_LENGTH_MAX, type StaffNote } from '../schema/moderation.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Person } from './person.tsx';

type NotesPageProps = { admin: AdminPage; member: UserCard; notes: StaffNote[] };

/** What the staff noted about a member. */
export function NotesPage({ admin, member, notes }: NotesPageProps) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="users"
      title={t('admin.queue.notes')}
      lead={t('admin.queue.notes_lead')}
    >
      <p>
        <Person visit={visit} user={member} />
      </p>
      <ActionForm visit={visit} action={`/admin/users/${member.uid}/notes`} class="form">
        <p class="field">
          <label class="field-label" for="note">
            {t('admin.queue.note')}
          </label>
          <textarea
            class="input"
            id="note"
            name="body"
            rows={3}
            maxLength={NOTE_LENGTH_MAX}
            required
          />
        </p>
        <SubmitButton>{t('admin.queue.note_add')}</SubmitButton>
      </ActionForm>
      <ol class="staff-cards">
        {notes.map(({ id, author, body, created_at }) => (
          <li key={id} class="staff-card">
            <div class="staff-card-head">
              <Person visit={visit} user={author} />
              <span class="meta">
                <Time at={created_at} locale={locale} now={now} />
              </span>
            </div>
            <p class="staff-comment-text">{body}</p>
          </li>
        ))}
      </ol>
    </AdminLayout>
  );
}
