import { Check, LockOpen, Undo2 } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { ReviewPost } from '../../posts/actions/read-for-review.ts';
import { judgeTransition, type Trigger } from '../../posts/transitions.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PostPopover } from './post-popover.tsx';
import { ReasonPopover } from './reason-popover.tsx';

type PostDecisionsProps = {
  visit: PageView;
  post: ReviewPost;
  /** Its key in the queue: the queue names who was faster. */
  item?: string | undefined;
  next: string;
  /** The address to go to after a removal. */
  removed: string;
};

/** The decisions that the transition table (D22) allows in the current state. */
export function PostDecisions({ visit, post, item, next, removed }: PostDecisionsProps) {
  const { t } = visit;
  const can = (trigger: Trigger) =>
    !('refuse' in judgeTransition(trigger, situationOf(post), null));
  const version = post.edit?.version ?? post.live_version;
  const at = (trigger: string) => `/admin/posts/${post.id}/${trigger}`;
  const hasEdit = post.edit !== null;
  const shared = { visit, next, fields: { version } };
  const through = (verdict: 'approve' | 'reject') =>
    item === undefined
      ? { ...shared, action: at(verdict) }
      : { ...shared, action: '/admin/queue/decide', fields: { items: item, verdict } };
  return (
    <section
      class="review-decisions"
      aria-label={t('admin.posts.decisions')}
      data-decisions
      data-late={t('admin.posts.late')}
      data-changed={t('admin.posts.changed')}
    >
      {post.status === 'draft' ? (
        <p class="meta">
          {t(post.submitted_at ? 'admin.posts.draft_again_note' : 'admin.posts.draft_note')}
        </p>
      ) : null}
      {can('approve') ? (
        <OneButton {...through('approve')} hotkey="a" primary>
          <Icon of={Check} size={16} />
          {t(hasEdit ? 'admin.posts.approve_edit' : 'admin.posts.approve')}
          <kbd>A</kbd>
        </OneButton>
      ) : null}
      {can('unlock') ? (
        <OneButton {...shared} action={at('unlock')}>
          <Icon of={LockOpen} size={16} />
          {t('admin.posts.unlock')}
        </OneButton>
      ) : null}
      {can('reject') ? (
        <ReasonPopover
          {...through('reject')}
          id="reject"
          label={t(hasEdit ? 'admin.posts.reject_edit' : 'admin.posts.reject')}
          icon={Undo2}
          title={t('admin.posts.reject_title')}
          hints={[t(hasEdit ? 'admin.posts.reject_edit_hint' : 'admin.posts.reject_hint')]}
          templates="reject"
          hotkey="r"
        />
      ) : null}
      {can('lock') ? <PostPopover {...shared} id="lock" post={post} trigger="lock" /> : null}
      {can('remove') ? (
        <PostPopover {...shared} id="remove" post={post} trigger="remove" next={removed} />
      ) : null}
    </section>
  );
}

/** The review switch affects only what authors do. */
function situationOf(post: ReviewPost) {
  return {
    status: post.status,
    has_edit: post.edit !== null,
    submitted: post.submitted_at !== null,
    // A time that is to come decides what an approval does, not whether there is one.
    timing: post.schedule?.approved ? ('approved' as const) : ('none' as const),
    audit: true,
    actor: 'staff' as const,
  };
}

type OneButtonProps = {
  visit: PageView;
  action: string;
  next: string;
  fields: Record<string, string | number>;
  hotkey?: string;
  primary?: boolean;
  children: ComponentChildren;
};

function OneButton({ visit, action, next, fields, hotkey, primary, children }: OneButtonProps) {
  return (
    <ActionForm visit={visit} action={action} next={next}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        class={primary ? 'button button-primary' : 'button'}
        type="submit"
        {...(hotkey ? { 'data-key': hotkey } : {})}
      >
        {children}
      </button>
    </ActionForm>
  );
}
