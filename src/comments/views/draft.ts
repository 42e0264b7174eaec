/** A user picked from the list, and the name in the text. */
export type PickedMention = { uid: number; label: string };

export type Draft = { text: string; image: { url: string } | null; picked: PickedMention[] };

/** One draft for the post, and one per comment for its reply. */
export function draftKey(postId: number, replyToId: number | undefined): string {
  return `comment-draft:${postId}${replyToId === undefined ? '' : `:${replyToId}`}`;
}

/** A comment that was not sent, per tab; survives a reload, a login and leaving the page. */
export function loadDraft(key: string): Draft | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as Draft);
  } catch {
    // The browser may refuse storage; writing still works.
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
