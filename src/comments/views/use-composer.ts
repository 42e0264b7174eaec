import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Problem } from '../../ui/client/api.ts';
import { isSendKey } from '../../ui/client/composing.ts';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';
import type { UserCard } from '../../users/schema.ts';
import { BODY_MAX, pathOf, readBody } from '../rules.ts';
import type { Comment, CommentDraft } from '../schema.ts';
import { expMissing } from './composer-tools.tsx';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import { type Draft, draftKey, loadDraft, type PickedMention, saveDraft } from './draft.ts';
import { asProblem } from './problem-line.tsx';
import { usePicture } from './use-picture.ts';

export type ComposerOptions = {
  context: DiscussionContext;
  viewer: Commenter;
  /** The comment to reply to, or to edit; undefined for a root comment. */
  target?: Comment | undefined;
  isEdit?: boolean;
  people: UserCard[];
  onSent: (comment: Comment) => void;
};

/** The text stays in the textarea, where an input method may be composing; the state contains facts about it only. */
export function useComposer(options: ComposerOptions) {
  const { context, viewer, target, onSent } = options;
  const { t } = context;
  const edited = options.isEdit ? target : undefined;
  const box = useRef<HTMLTextAreaElement>(null);
  const picked = useRef<PickedMention[]>(edited?.mentions ?? []);
  /** Idempotency key: sending the same text again after a broken connection writes one comment. */
  const attempt = useRef<string | undefined>(undefined);
  const [length, setLength] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | string | null>(null);
  const key = draftKey(context.post.id, target?.id);
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
  const [Mentions, setMentions] = useState<typeof import('./mentions.tsx').Mentions | null>(null);

  useEffect(() => {
    if (edited?.image) image.put(edited.image);
    if (edited) updateFacts();
    else restore(box, key, image.put, picked, updateFacts);
  }, [key]);
  useEffect(() => {
    if (edited) return;
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
      ...(uploaded || edited ? { image_url: uploaded?.url ?? null } : {}),
      mention_uids: picked.current
        .filter(({ label }) => text.includes(label))
        .map(({ uid }) => uid),
    };
    const sent = { body, key: attempt.current };
    try {
      const comment = await (edited
        ? call<Comment>('PUT', `/api${pathOf(edited)}`, sent)
        : call<Comment>('POST', `/api${actionOf(context, target)}`, sent));
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
    if (!edited) saveDraft(key, { text: '', image: null, picked: [] });
    updateFacts();
  }

  return {
    box,
    length,
    busy,
    problem,
    picture: image.picture,
    dropPicture: image.drop,
    Mentions,
    onPick: (one: PickedMention) => {
      picked.current = [...picked.current, one];
      updateFacts();
    },
    take,
    send,
    onInput: () => {
      updateFacts();
      if (!Mentions && box.current?.value.includes('@'))
        void import('./mentions.tsx').then((loaded) => setMentions(() => loaded.Mentions));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isSendKey(event)) return;
      event.preventDefault();
      void send();
    },
    beginMention: () => {
      const area = box.current;
      area?.focus();
      area?.setRangeText('@', area.selectionStart, area.selectionEnd, 'end');
      area?.dispatchEvent(new InputEvent('input'));
    },
  };
}

export function actionOf(context: DiscussionContext, replyTo: Comment | undefined): string {
  return replyTo ? `${pathOf(replyTo)}/reply` : `/posts/${context.post.id}/comments`;
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
