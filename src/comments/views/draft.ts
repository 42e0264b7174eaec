import type { UploadedImage } from '../../uploads/schema.ts';

/** Somebody chosen from the list, and how the text names them. */
export type DraftImage = { uid: number; label: string };

export type Draft = { text: string; image: UploadedImage | null; picked: DraftImage[] };

/** One for the post, and one for each comment that is being answered. */
export function draftKey(postId: number, answeringId: number | undefined): string {
  return `comment-draft:${postId}${answeringId === undefined ? '' : `:${answeringId}`}`;
}

/** What was written in this tab and not sent yet; it outlives a reload, a log-in and a wrong turn. */
export function loadDraft(key: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as Draft);
  } catch {
    // A browser may keep nothing for us, which is no reason not to write.
    return undefined;
  }
}

export function saveDraft(key: string, draft: Draft): void {
  try {
    if (draft.text.trim() === '' && !draft.image) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // As above.
  }
}
