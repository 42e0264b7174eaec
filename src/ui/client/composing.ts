/**
 * Enter while an input method is composing confirms a candidate and must never send anything. Safari reports the
 * key after the composition has ended, with the key code that means "being composed".
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Ctrl+Enter, or ⌘+Enter: the only Enter that sends. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event);
}
