import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../platform/http/pagination.ts';
import { call } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';
import { formatCompact } from '../../ui/numbers.ts';
import type { Discussion } from '../actions/read-discussion.ts';
import type { Comment, RootComment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';
import { asProblem } from './problem-line.tsx';
import * as threads from './threads.ts';
import { useRemoval } from './use-removal.ts';

export type DiscussionStart = Pick<Discussion, 'comments' | 'thread' | 'reply_to' | 'edit'> & {
  count: number;
};

/** The comment whose form is open. */
export type Composing = { id: number; isEdit: boolean };

/** The comment to focus: a new one, or one whose deletion was undone. */
export type FocusTarget = { id: number; isNew: boolean };

/** The state of the discussion and its events. */
export function useDiscussion(context: DiscussionContext, start: DiscussionStart) {
  const { t, post, order, locale } = context;
  const [list, setList] = useState(() => threads.openThreads(start.comments.items, start.thread));
  const [next, setNext] = useState(start.comments.next_cursor);
  const [count, setCount] = useState(start.count);
  const [composing, setComposing] = useState<Composing | null>(() => {
    const id = start.edit ?? start.reply_to;
    return id ? { id, isEdit: id === start.edit } : null;
  });
  const [focusTarget, setFocusTarget] = useState<FocusTarget | null>(null);
  const [busy, setBusy] = useState(false);

  // The page shows the count in several parts; all of them follow.
  useEffect(() => {
    for (const one of document.querySelectorAll('[data-comments]'))
      one.textContent = count > 0 ? formatCompact(count, locale) : '';
  }, [count]);

  const removal = useRemoval({
    onRemoved: (comment) => {
      setList((now) => threads.removeComment(now, comment.id));
      setCount((now) => Math.max(0, now - threads.countWithReplies(comment)));
      // The focused element is gone.
      document.getElementById('comments-title')?.focus({ preventScroll: true });
    },
    onFailed: (error) => toast(describeProblem(asProblem(error)), 'danger'),
  });

  function change(rootId: number, to: (thread: threads.Thread) => threads.Thread): void {
    setList((now) => now.map((thread) => (thread.root.id === rootId ? to(thread) : thread)));
  }

  /** Loads one page of a list at a time; after a failure the user can retry. */
  async function loadPage<T>(path: string, use: (page: Page<T>) => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      use(await call<Page<T>>('GET', path));
    } catch (error) {
      toast(describeProblem(asProblem(error)), 'danger');
    } finally {
      setBusy(false);
    }
  }

  const repliesOf = (rootId: number, cursor: string | null | undefined) =>
    `/api/posts/${post.id}/comments/${rootId}/replies${cursor ? `?cursor=${cursor}` : ''}`;

  return {
    list,
    next,
    composing,
    focusTarget,
    busy,
    removing: removal.removing,
    onCompose: ({ id }: Comment, isEdit: boolean) => setComposing({ id, isEdit }),
    onCancel: (comment: Comment) => {
      setComposing(null);
      document.getElementById(`c-${comment.id}`)?.focus({ preventScroll: true });
    },
    onRemove: removal.remove,
    onUndo: (id: number) => {
      removal.undo(id);
      setFocusTarget({ id, isNew: false });
      toast(t('undone'));
    },
    onSent: (comment: Comment) => {
      const { root_id } = comment;
      if (root_id === null)
        setList((now) => {
          const own = threads.openThreads([{ ...comment, replies: [] }]);
          return order === 'oldest' ? [...now, ...own] : [...own, ...now];
        });
      else change(root_id, (thread) => threads.addReply(thread, comment));
      setCount((now) => now + 1);
      setComposing(null);
      setFocusTarget({ id: comment.id, isNew: true });
      toast(t(root_id === null ? 'sent' : 'sent_reply'));
    },
    onEdited: (comment: Comment) => {
      setList((now) => threads.replaceComment(now, comment));
      setComposing(null);
      setFocusTarget({ id: comment.id, isNew: false });
      toast(t('saved'));
    },
    onExpand: ({ root, head_next }: threads.Thread) =>
      loadPage<Comment>(repliesOf(root.id, head_next), (page) =>
        change(root.id, (thread) => threads.extendHead(thread, page)),
      ),
    onMore: ({ root, tail_next }: threads.Thread) =>
      loadPage<Comment>(repliesOf(root.id, tail_next), (page) =>
        change(root.id, (thread) => threads.extendTail(thread, page)),
      ),
    onCollapse: ({ root }: threads.Thread) => {
      change(root.id, threads.collapse);
      document.getElementById(`c-${root.id}`)?.focus();
    },
    onNext: () =>
      loadPage<RootComment>(
        `/api/posts/${post.id}/comments?order=${order}&cursor=${next}`,
        (page) => {
          setList((now) => [...now, ...threads.openThreads(withoutKnown(page.items, now))]);
          setNext(page.next_cursor);
        },
      ),
  };
}

/** A comment written meanwhile may be in the next page too. */
function withoutKnown(roots: RootComment[], known: threads.Thread[]): RootComment[] {
  return roots.filter((root) => !known.some((thread) => thread.root.id === root.id));
}
