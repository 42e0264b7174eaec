import { enliveForms } from './live-forms.ts';
import { appendPages } from './load-more.ts';
import { listenForKeys } from './shortcuts.ts';
import { texts } from './texts.ts';
import { dismissToasts, toast } from './toast.ts';

/** On every page: forms in place, the next page of a list, keys, and what to say when the session has ended. */
document.documentElement.dataset['scripts'] = 'on';
enliveForms();
appendPages();
listenForKeys();
dismissToasts();
document.addEventListener('signed-out', () => toast(texts().signed_out, 'danger'));
for (const [event, offline] of [
  ['offline', true],
  ['online', false],
] as const) {
  addEventListener(event, () => document.body.classList.toggle('is-offline', offline));
}
