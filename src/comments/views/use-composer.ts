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
import { type Draft, type DraftImage, draftKey, loadDraft, saveDraft } from './draft.ts';
import { asProblem } from './problem-line.tsx';
import { useMentions } from './use-mentions.ts';
import { usePicture } from './use-picture.ts';

export type ComposerOptions = {
  room: DiscussionContext;
  viewer: Commenter;
  /** What is being answered; a comment of its own if not said. */
  answering?: Comment | undefined;
  people: UserCard[];
  onSent: (comment: Comment) => void;
};

/** The text lives in the box itself, where an input method may be at work; here is only what is known about it. */
export function useComposer({ room, viewer, answering, people, onSent }: ComposerOptions) {
  const { say } = room;
  const box = useRef<HTMLTextAreaElement>(null);
  const picked = useRef<DraftImage[]>([]);
  /** A repeat of the same text after a broken connection is no second comment. */
  const attempt = useRef<string | undefined>(undefined);
  const [length, setLength] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | string | null>(null);
  const key = draftKey(room.post.id, answering?.id);
  const image = usePicture({
    onRefused: (why) => setProblem(say(why)),
    onFailed: (error) => setProblem(asProblem(error)),
  });
  const uploaded = image.picture?.image ?? null;

  function changed(): void {
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
      changed();
    },
  });

  useEffect(() => restore(box, key, image.put, picked, changed), [key]);
  useEffect(() => {
    const text = box.current?.value ?? '';
    const draft: Draft = { text, image: uploaded, picked: picked.current };
    saveDraft(key, draft);
  });

  function take(file: File | undefined): void {
    if (!file) return;
    setProblem(null);
    if (viewer.level >= COMMENT_IMAGE_LEVEL) void image.take(file);
    else setProblem(say('image_needs_level', { exp: expMissing(viewer, COMMENT_IMAGE_LEVEL) }));
  }

  async function send(): Promise<void> {
    const text = box.current?.value ?? '';
    if (busy) return;
    if (readBody(text) === undefined) {
      setProblem(length > BODY_MAX ? overLimit(room, length) : say('nothing'));
      return box.current?.focus();
    }
    if (image.picture?.progress != null) return setProblem(say('image_wait'));
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
      const comment = await call<Comment>('POST', `/api${actionOf(room, answering)}`, options);
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
    changed();
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
    /** While an input method composes, nothing is looked up: what is in the box is not yet meant. */
    onInput: (event: InputEvent) => {
      changed();
      if (!event.isComposing) mentions.look();
    },
    onCompositionEnd: () => mentions.look(),
    onKeyDown: (event: KeyboardEvent) => {
      if (mentions.press(event) || !isSendKey(event)) return;
      event.preventDefault();
      void send();
    },
    beginMention: () => {
      box.current?.focus();
      box.current?.setRangeText('@', box.current.selectionStart, box.current.selectionEnd, 'end');
      changed();
      mentions.look();
    },
  };
}

export function actionOf(room: DiscussionContext, answering: Comment | undefined): string {
  return answering ? `/comments/${answering.id}/reply` : `/posts/${room.post.id}/comments`;
}

export function overLimit({ say }: DiscussionContext, length: number): string {
  return say('too_long', { over: length - BODY_MAX, max: BODY_MAX });
}

/** What somebody typed before the scripts came goes before what was kept. */
function restore(
  box: RefObject<HTMLTextAreaElement | null>,
  key: string,
  put: (image: NonNullable<Draft['image']>) => void,
  picked: { current: DraftImage[] },
  changed: () => void,
): void {
  const draft = loadDraft(key);
  if (!box.current) return;
  if (draft && box.current.value === '') {
    box.current.value = draft.text;
    picked.current = draft.picked;
    if (draft.image) put(draft.image);
  }
  changed();
}

/** Where the style sheet cannot (`field-sizing`). */
function growToFit(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
