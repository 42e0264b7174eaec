import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Problem } from '../../ui/client/api.ts';
import { isSendKey } from '../../ui/client/composing.ts';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';
import type { UserCard } from '../../users/schema.ts';
import { BODY_MAX, readBody } from '../rules.ts';
import type { Comment, CommentDraft } from '../schema.ts';
import { expMissing } from './composer-tools.tsx';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import { type Draft, draftKey, loadDraft, type PickedMention, saveDraft } from './draft.ts';
import { asProblem } from './problem-line.tsx';
import { useMentions } from './use-mentions.ts';
import { usePicture } from './use-picture.ts';

export type ComposerOptions = {
  context: DiscussionContext;
  viewer: Commenter;
  /** The comment to reply to; undefined for a root comment. */
  replyTo?: Comment | undefined;
  people: UserCard[];
  onSent: (comment: Comment) => void;
};

/** The text stays in the textarea, where an input method may be composing; the state contains facts about it only. */
export function useComposer({ context, viewer, replyTo, people, onSent }: ComposerOptions) {
  const { t } = context;
  const box = useRef<HTMLTextAreaElement>(null);
  const picked = useRef<PickedMention[]>([]);
  /** Idempotency key: sending the same text again after a broken connection writes one comment. */
  const attempt = useRef<string | undefined>(undefined);
  const [length, setLength] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | string | null>(null);
  const key = draftKey(context.post.id, replyTo?.id);
  const image = usePicture({
    onRefused: (why) => setProblem(t(why)),
    onFailed: (error) => setProblem(asProblem(error)),
  });
  const uploaded = image.picture?.image ?? null;

  function updateFacts(): void {
    const text = box.current?.value ?? '';
    setLength([...text.trim()].length);
    setProblem(null);
    attempt.current = undefined;
    if (box.current) growToFit(box.current);
  }
  const mentions = useMentions({
    box,
    level: viewer.level,
    people,
    onPick: (one) => {
      picked.current = [...picked.current, one];
      updateFacts();
    },
  });

  useEffect(() => restore(box, key, image.put, picked, updateFacts), [key]);
  useEffect(() => {
    const text = box.current?.value ?? '';
    const draft: Draft = { text, image: uploaded, picked: picked.current };
    saveDraft(key, draft);
  });

  function take(file: File | undefined): void {
    if (!file) return;
    setProblem(null);
    if (viewer.level >= COMMENT_IMAGE_LEVEL) void image.take(file);
    else setProblem(t('image_needs_level', { exp: expMissing(viewer, COMMENT_IMAGE_LEVEL) }));
  }

  async function send(): Promise<void> {
    const text = box.current?.value ?? '';
    if (busy) return;
    if (readBody(text) === undefined) {
      setProblem(length > BODY_MAX ? overLimit(context, length) : t('nothing'));
      return box.current?.focus();
    }
    if (image.picture?.progress != null) return setProblem(t('image_wait'));
    setBusy(true);
    setProblem(null);
    attempt.current ??= crypto.randomUUID();
    const body: CommentDraft = {
      body: text,
      ...(uploaded ? { image_url: uploaded.url } : {}),
      mention_uids: picked.current
        .filter(({ label }) => text.includes(label))
        .map(({ uid }) => uid),
    };
    const options = { body, key: attempt.current };
    try {
      const comment = await call<Comment>('POST', `/api${actionOf(context, replyTo)}`, options);
      clear();
      onSent(comment);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  function clear(): void {
    if (box.current) box.current.value = '';
    picked.current = [];
    image.drop();
    saveDraft(key, { text: '', image: null, picked: [] });
    updateFacts();
  }

  return {
    box,
    length,
    busy,
    problem,
    picture: image.picture,
    dropPicture: image.drop,
    mentions,
    take,
    send,
    /** No lookup while an input method composes: the text is not final. */
    onInput: (event: InputEvent) => {
      updateFacts();
      if (!event.isComposing) mentions.suggest();
    },
    onCompositionEnd: () => mentions.suggest(),
    onKeyDown: (event: KeyboardEvent) => {
      if (mentions.onKey(event) || !isSendKey(event)) return;
      event.preventDefault();
      void send();
    },
    beginMention: () => {
      box.current?.focus();
      box.current?.setRangeText('@', box.current.selectionStart, box.current.selectionEnd, 'end');
      updateFacts();
      mentions.suggest();
    },
  };
}

export function actionOf(context: DiscussionContext, replyTo: Comment | undefined): string {
  return replyTo ? `/comments/${replyTo.id}/reply` : `/posts/${context.post.id}/comments`;
}

export function overLimit({ t }: DiscussionContext, length: number): string {
  return t('too_long', { over: length - BODY_MAX, max: BODY_MAX });
}

/** Text typed before hydration wins over the stored draft. */
function restore(
  box: RefObject<HTMLTextAreaElement | null>,
  key: string,
  put: (image: NonNullable<Draft['image']>) => void,
  picked: { current: PickedMention[] },
  updateFacts: () => void,
): void {
  const draft = loadDraft(key);
  if (!box.current) return;
  if (draft && box.current.value === '') {
    box.current.value = draft.text;
    picked.current = draft.picked;
    if (draft.image) put(draft.image);
  }
  updateFacts();
}

/** For browsers without `field-sizing`. */
function growToFit(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
