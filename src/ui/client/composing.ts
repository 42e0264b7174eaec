/**
 * While an input method is composing, Enter confirms a candidate and must not submit. Safari sends the key event
 * after the composition has ended, with key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Ctrl+Enter, or ⌘+Enter: the only Enter that submits. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event);
}
