import { enliveForms } from './live-forms.ts';
import { appendPages } from './load-more.ts';
import { listenForKeys } from './shortcuts.ts';
import { dismissToasts } from './toast.ts';

/** On every page: forms in place, the next page of a list, keys, and the way to log in when the session has ended. */
document.documentElement.dataset['scripts'] = 'on';
enliveForms();
appendPages();
listenForKeys();
dismissToasts();
// Loaded only then: few readers ever need it. By that time all other listeners have run.
document.addEventListener('signed-out', async (event) =>
  (await import('./signed-out.ts')).leadToLogin(event),
);
for (const [event, offline] of [
  ['offline', true],
  ['online', false],
] as const) {
  addEventListener(event, () => document.body.classList.toggle('is-offline', offline));
}
