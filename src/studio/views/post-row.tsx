import { ChartLine, Eye, History, Pencil } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { scheduleNote } from '../../posts/views/schedule-note.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { glowOf } from '../../ui/glow.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { Time } from '../../ui/time.tsx';
import type { StudioPostSummary } from '../schema.ts';
import { DeletePost } from './delete-post.tsx';
import { PostCounts } from './post-counts.tsx';
import { PublishActions } from './publish-actions.tsx';
import { isBanned, WHY_NOT } from './why-not.ts';

type PostRowProps = { visit: PageView; post: StudioPostSummary; audit: boolean };

/** An own post: its status, its counts and its actions. */
export function PostRow({ visit, post, audit }: PostRowProps) {
  const { t, locale, now } = visit;
  const notes = notesOf(visit, post);
  return (
    <article class={`studio-post glow-${glowOf(post.energy)}`} data-live-row={post.id}>
      <PostLamp energy={post.energy} locale={locale} />
      {post.cover_url ? (
        <img
          class="studio-post-cover"
          src={post.cover_url}
          alt=""
          width={96}
          height={72}
          loading="lazy"
        />
      ) : null}
      <div class="studio-post-text">
        <h2 class="studio-post-title" lang={langOf(post.lang, locale)}>
          <a class="studio-post-link" href={hrefOf(post)} data-stop>
            {post.title}
          </a>
        </h2>
        <p class="studio-post-meta">
          <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
          {post.published_at ? <PostCounts visit={visit} post={post} /> : null}
          <span>
            {t('studio.updated')}
            <Time at={post.updated_at} locale={locale} now={now} />
          </span>
        </p>
        {notes.length > 0 ? (
          <p class={`studio-post-note studio-post-note-${post.status}`} id={`note-${post.id}`}>
            {notes.join(locale === 'en' ? ' ' : '')}
          </p>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that belong together are no fields of a form. */}
      <div
        class="studio-post-actions"
        role="group"
        aria-label={t('studio.actions_of', { title: post.title })}
      >
        <EditAction visit={visit} post={post} />
        <PublishActions visit={visit} post={post} audit={audit} />
        {post.status === 'draft' ? null : (
          <a class="button button-small" href={`/posts/${post.id}`}>
            <Icon of={Eye} size={14} />
            {t('studio.view')}
          </a>
        )}
        {post.version > 1 ? (
          <a class="button button-small" href={`/studio/posts/${post.id}/versions`}>
            <Icon of={History} size={14} />
            {t('versions.link')}
          </a>
        ) : null}
        {post.published_at ? (
          <a class="button button-small" href={`/studio/analytics/${post.id}`}>
            <Icon of={ChartLine} size={14} />
            {t('studio.data')}
          </a>
        ) : null}
        <DeletePost visit={visit} post={post} refusedBy={isBanned(visit) ? WHY_NOT : undefined} />
      </div>
    </article>
  );
}

/** A draft opens in the editor, any other post on its page. */
function hrefOf({ id, status }: StudioPostSummary): string {
  return status === 'draft' ? `/studio/write?id=${id}` : `/posts/${id}`;
}

/** SPEC §3.1: not for pending or locked posts. */
function EditAction({ visit, post }: { visit: PageView; post: StudioPostSummary }) {
  const { t } = visit;
  const closed = post.status === 'pending' || post.status === 'locked';
  if (closed || isBanned(visit)) {
    const reason = closed ? `note-${post.id}` : WHY_NOT;
    return (
      <button type="button" class="button button-small" disabled aria-describedby={reason}>
        <Icon of={Pencil} size={14} />
        {t('studio.edit')}
      </button>
    );
  }
  return (
    <a class="button button-small" href={`/studio/write?id=${post.id}`}>
      <Icon of={Pencil} size={14} />
      {t('studio.edit')}
    </a>
  );
}

/** Notes for the author. */
function notesOf(visit: PageView, post: StudioPostSummary): string[] {
  const { t } = visit;
  const schedule = scheduleNote(visit, post);
  const { status, review_reason } = post;
  const reason = review_reason ? t('studio.reason', { reason: review_reason }) : '';
  const edit =
    post.pending_version !== null
      ? t('studio.note_edit_pending')
      : post.version > post.live_version
        ? t('studio.note_unpublished')
        : '';
  const sentences = {
    draft: [schedule],
    pending: [schedule || t('studio.note_pending')],
    rejected: [reason, schedule || t('studio.note_rejected')],
    locked: [t('studio.note_locked'), reason],
    approved: [reason ? `${t('studio.note_edit_rejected')}${reason}` : '', edit],
  }[status];
  return sentences.filter(Boolean);
}
