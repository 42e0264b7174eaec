import { enhanceForms } from './enhance-forms.ts';
import { appendPages } from './load-more.ts';
import { listenForKeys } from './shortcuts.ts';
import { dismissToasts } from './toast.ts';

/** On every page: forms, lists, shortcuts, toasts, and what happens when the session ends. */
document.documentElement.dataset['scripts'] = 'on';
enhanceForms();
appendPages();
listenForKeys();
dismissToasts();
// A lazy import, because few readers need it. When it has loaded, all other listeners have run.
document.addEventListener('signed-out', async (event) =>
  (await import('./signed-out.ts')).redirectToLogin(event),
);
for (const event of ['offline', 'online']) {
  addEventListener(event, () => document.body.classList.toggle('is-offline', event === 'offline'));
}
