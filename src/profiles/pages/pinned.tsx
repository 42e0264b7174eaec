import { Pin, PinOff } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { glowOf } from '../../ui/glow.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Time } from '../../ui/time.tsx';

type PinnedPostProps = {
  visit: PageView;
  post: PostSummary;
  /** What the author can do with it. */
  children?: ComponentChildren;
};

/** The post that a space begins with. */
export function PinnedPost({ visit, post, children }: PinnedPostProps) {
  const { t, locale, now } = visit;
  const { id, title, summary, energy, cover_url } = post;
  return (
    <article class={`card pinned glow-${glowOf(energy)}`}>
      <div class="pinned-text">
        <p class="pinned-label">
          <span class="lamp" />
          {t('space.pinned.label')}
          {energy > 0 ? (
            <span class="space-energy">
              {t('space.pinned.energy', { energy: formatNumber(energy, locale) })}
            </span>
          ) : null}
        </p>
        <h2 class="pinned-title">
          <a href={`/posts/${id}`}>{title}</a>
        </h2>
        {summary ? <p class="post-card-summary">{summary}</p> : null}
        <p class="meta">
          <Time at={post.published_at ?? post.updated_at} locale={locale} now={now} />
        </p>
        {children ? <div class="own-post-tools">{children}</div> : null}
      </div>
      {cover_url ? <img src={cover_url} alt="" width={192} height={144} decoding="async" /> : null}
    </article>
  );
}

type PinFormProps = { visit: PageView; post: PostSummary; pinned: boolean };

/** Pins or unpins with one click, with scripts and without. */
export function PinForm({ visit, post, pinned }: PinFormProps) {
  const { t, visitor } = visit;
  if (visitor?.status === 'banned') return null;
  const action = `/studio/posts/${post.id}/pin/${pinned ? 'delete' : 'update'}`;
  return (
    <ActionForm visit={visit} action={action}>
      <button class="own-post-tool" type="submit">
        <Icon of={pinned ? PinOff : Pin} size={14} />
        {t(pinned ? 'space.pinned.unpin' : 'space.pinned.pin')}
        <span class="visually-hidden"> {post.title}</span>
      </button>
    </ActionForm>
  );
}
