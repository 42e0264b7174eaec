import type { PageView } from '../../platform/http/page.ts';
import { type StaffLogEntry, SUBJECT_KINDS } from '../../staff-log/schema.ts';
import { langOf } from '../../ui/lang-of.ts';
import type { NamedSubject } from '../actions/name-subjects.ts';

type LogSubjectProps = {
  visit: PageView;
  entry: Pick<StaffLogEntry, 'subject_kind' | 'subject_id'>;
  subject: NamedSubject | undefined;
};

/** What an entry of the staff log is about: titles and names; the number, which never changes, stands beside them. */
export function LogSubject({ visit, entry, subject = {} }: LogSubjectProps) {
  const { t } = visit;
  const kind = SUBJECT_KINDS.find((one) => one === entry.subject_kind);
  const name = kind ? t(`admin.audit_log.kind_${kind}`) : entry.subject_kind;
  const id = entry.subject_id;
  const number =
    id === null ? name : kind === 'user' ? t('admin.uid', { uid: id }) : `${name} ${id}`;
  return (
    <span class="staff-subject">
      <SubjectName visit={visit} subject={subject} />
      {kind === 'site_setting' ? <a href="/admin/site-settings">{name}</a> : null}
      {kind === 'site_setting' ? null : <span class="staff-id">{number}</span>}
    </span>
  );
}

export function SubjectName({ visit, subject }: { visit: PageView; subject: NamedSubject }) {
  const { post, member, tag } = subject;
  const lang = langOf(post?.lang ?? null, visit.locale);
  return (
    <>
      {post?.title ? (
        post.is_removed ? (
          <span lang={lang}>{post.title}</span>
        ) : (
          <a href={`/admin/posts?post=${post.id}`} lang={lang}>
            {post.title}
          </a>
        )
      ) : null}
      {post?.title && member?.name ? ' · ' : null}
      {member?.name ? <a href={`/admin/users?q=${member.uid}`}>{member.name}</a> : null}
      {tag ? <a href={`/admin/tags?q=${encodeURIComponent(tag)}`}>#{tag}</a> : null}
    </>
  );
}
