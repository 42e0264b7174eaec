import { enliveForms } from './live-forms.ts';
import { appendPages } from './load-more.ts';
import { listenForKeys } from './shortcuts.ts';
import { leadToLogin } from './signed-out.ts';
import { dismissToasts } from './toast.ts';

/** On every page: forms in place, the next page of a list, keys, and the way to log in when the session has ended. */
document.documentElement.dataset['scripts'] = 'on';
enliveForms();
appendPages();
listenForKeys();
dismissToasts();
leadToLogin();
for (const [event, offline] of [
  ['offline', true],
  ['online', false],
] as const) {
  addEventListener(event, () => document.body.classList.toggle('is-offline', offline));
}
