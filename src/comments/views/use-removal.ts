import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../ui/client/api.ts';
import { pathOf } from '../rules.ts';
import type { Comment } from '../schema.ts';

/** How long a deletion can be undone before it is sent. */
const UNDO_MS = 5000;

type Events = { onRemoved: (comment: Comment) => void; onFailed: (error: unknown) => void };

/** Deletes a comment after `UNDO_MS`, or at once when the page is left. */
export function useRemoval({ onRemoved, onFailed }: Events) {
  const [removing, setLeaving] = useState<ReadonlySet<number>>(new Set());
  const pending = useRef(new Map<number, { comment: Comment; timer: number }>());

  const cancel = (id: number) => {
    clearTimeout(pending.current.get(id)?.timer);
    pending.current.delete(id);
    setLeaving((now) => new Set([...now].filter((one) => one !== id)));
  };

  const sendDelete = async (comment: Comment, keepalive = false) => {
    clearTimeout(pending.current.get(comment.id)?.timer);
    pending.current.delete(comment.id);
    try {
      await call('DELETE', `/api${pathOf(comment)}`, { keepalive });
      onRemoved(comment);
    } catch (error) {
      onFailed(error);
    } finally {
      cancel(comment.id);
    }
  };

  useEffect(() => {
    const deletePending = () => {
      for (const { comment } of pending.current.values()) void sendDelete(comment, true);
    };
    addEventListener('pagehide', deletePending);
    return () => removeEventListener('pagehide', deletePending);
  }, []);

  return {
    removing,
    undo: cancel,
    remove: (comment: Comment) => {
      setLeaving((now) => new Set([...now, comment.id]));
      const timer = window.setTimeout(() => void sendDelete(comment), UNDO_MS);
      pending.current.set(comment.id, { comment, timer });
    },
  };
}
