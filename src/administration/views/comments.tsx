import { MessageSquareOff, Trash2 } from 'lucide-static';
import { SCAN_MAX } from '../../comments/rules.ts';
import type { StaffComment } from '../../comments/schema.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { addressOf, nextPage } from '../../ui/list-address.ts';
import { Time } from '../../ui/time.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Filters, FilterText } from './filters.tsx';
import { Highlighted } from './highlighted.tsx';
import { Person } from './person.tsx';
import { PictureRemoval } from './pictures.tsx';
import { ReasonPopover } from './reason-popover.tsx';
import { StaffCards } from './staff-cards.tsx';

const PATH = '/admin/comments';

type CommentFilter = {
  q: string | undefined;
  author: number | undefined;
  post: number | undefined;
};

type CommentsProps = {
  admin: AdminPage;
  filter: CommentFilter;
  page: Page<StaffComment>;
  /** Titles of public posts; the others are shown by id. */
  titles: Map<number, string>;
};

export function Comments({ admin, filter, page, titles }: CommentsProps) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="comments"
      title={t('admin.comments.title')}
      tools={
        <a
          class="button"
          href={addressOf('/admin/wave', { q: filter.q, accounts: filter.author })}
          data-key="w"
        >
          {t('admin.queue.wave')}
        </a>
      }
    >
      <Filters visit={visit} path={PATH} active={Object.values(filter).some(Boolean)}>
        <FilterText
          name="q"
          label={t('admin.comments.keyword')}
          value={filter.q}
          hint={t('admin.comments.keyword_hint', { count: SCAN_MAX })}
          wide
        />
        <FilterText name="author" label={t('admin.filters.author')} value={filter.author} numeric />
        <FilterText name="post" label={t('admin.filters.post')} value={filter.post} numeric />
      </Filters>
      {page.items.length > 0 ? (
        <StaffCards
          visit={visit}
          label={t('admin.comments.list')}
          next={nextPage(PATH, filter, page.next_cursor)}
        >
          {page.items.map((comment) => (
            <CommentCard
              key={comment.id}
              admin={admin}
              filter={filter}
              comment={comment}
              title={titles.get(comment.post_id)}
            />
          ))}
        </StaffCards>
      ) : page.next_cursor !== null ? (
        <EmptyState icon={MessageSquareOff} title={t('admin.comments.none_yet')}>
          <a class="button" href={nextPage(PATH, filter, page.next_cursor) ?? PATH}>
            {t('admin.comments.search_older')}
          </a>
        </EmptyState>
      ) : (
        <EmptyState icon={MessageSquareOff} title={t('admin.nothing_found')}>
          <p>{t('admin.nothing_found_hint')}</p>
        </EmptyState>
      )}
    </AdminLayout>
  );
}

type CommentCardProps = {
  admin: AdminPage;
  filter: CommentFilter;
  comment: StaffComment;
  title: string | undefined;
};

function CommentCard({ admin, filter, comment, title }: CommentCardProps) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  const { id, post_id, author, reply_count, image, reply_to } = comment;
  return (
    <li class="staff-card" data-row>
      <div class="staff-card-head">
        <Person visit={visit} user={author} />
        <span class="meta">
          <Time at={comment.created_at} locale={locale} now={now} />
          {comment.edited_at ? ` · ${t('comments.edited')}` : null}
        </span>
      </div>
      <p class="staff-comment-text">
        {reply_to ? (
          <span class="staff-comment-to">
            {t('admin.comments.reply', { name: reply_to.user.name })}{' '}
          </span>
        ) : null}
        <Highlighted text={comment.body} word={filter.q} />
      </p>
      {comment.revisions.length > 0 ? (
        <details class="staff-comment-revisions">
          <summary>{t('admin.comments.revisions', { count: comment.revisions.length })}</summary>
          <ol>
            {comment.revisions.map((one, index) => (
              <li key={index}>
                <Time at={one.written_at} locale={locale} now={now} />
                <p class="staff-comment-text">{one.body}</p>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      {image ? (
        <p class="staff-comment-picture">
          <a class="staff-comment-image" href={image.url}>
            <img src={image.url} alt={t('admin.comments.image')} height={96} loading="lazy" />
          </a>
          <PictureRemoval visit={visit} id={image.id} />
        </p>
      ) : null}
      <div class="staff-card-foot">
        <span class="staff-links">
          <a href={`/posts/${post_id}#c-${id}`} data-stop>
            {title
              ? t('admin.comments.on_post', { title })
              : t('admin.comments.on_hidden', { id: post_id })}
          </a>
          {reply_count > 0 ? (
            <span>{t('admin.comments.replies', { count: reply_count })}</span>
          ) : null}
          {filter.author === author.uid ? null : (
            <a href={addressOf(PATH, { author: author.uid })}>{t('admin.comments.of_author')}</a>
          )}
          {filter.post === post_id ? null : (
            <a href={addressOf(PATH, { post: post_id })}>{t('admin.comments.of_post')}</a>
          )}
        </span>
        <ReasonPopover
          visit={visit}
          id={`remove-${id}`}
          action={`/admin/comments/${id}/remove`}
          label={t('admin.comments.remove')}
          icon={Trash2}
          title={t('admin.comments.remove_title')}
          hints={[
            reply_count > 0
              ? t('admin.comments.remove_thread_hint', { count: reply_count })
              : t('admin.comments.remove_hint'),
          ]}
          templates="comment"
          danger
          opener="quiet"
        />
      </div>
    </li>
  );
}
