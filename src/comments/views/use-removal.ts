import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../ui/client/api.ts';
import type { Comment } from '../schema.ts';

/** How long a deletion can be taken back before anybody else learns of it. */
const UNDO_MS = 5000;

type Events = { onRemoved: (comment: Comment) => void; onFailed: (error: unknown) => void };

/** Deletes a comment after a while in which that can be undone. Whoever leaves the page has meant it. */
export function useRemoval({ onRemoved, onFailed }: Events) {
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(new Map<number, { comment: Comment; timer: number }>());

  const forget = (id: number) => {
    clearTimeout(waiting.current.get(id)?.timer);
    waiting.current.delete(id);
    setLeaving((now) => new Set([...now].filter((one) => one !== id)));
  };

  const carryOut = async (comment: Comment, keepalive = false) => {
    clearTimeout(waiting.current.get(comment.id)?.timer);
    waiting.current.delete(comment.id);
    try {
      await call('DELETE', `/api/comments/${comment.id}`, { keepalive });
      onRemoved(comment);
    } catch (error) {
      onFailed(error);
    } finally {
      forget(comment.id);
    }
  };

  useEffect(() => {
    const leave = () => {
      for (const { comment } of waiting.current.values()) void carryOut(comment, true);
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  return {
    leaving,
    undo: forget,
    remove: (comment: Comment) => {
      setLeaving((now) => new Set([...now, comment.id]));
      const timer = window.setTimeout(() => void carryOut(comment), UNDO_MS);
      waiting.current.set(comment.id, { comment, timer });
    },
  };
}
