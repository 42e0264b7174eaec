import { openLoginDialog } from './login-dialog.ts';

const TYPED = 'textarea, input:not([type]), input[type="text"], input[type="url"]';
let isLeaving = false;

/**
 * SPEC §5.6: once refreshing has failed too, the page leads to the log-in page and back to where it was. Where somebody
 * has typed something, a dialog logs in on the page itself. A page that deals with it itself prevents the default.
 */
export function leadToLogin(event: Event): void {
  if (event.defaultPrevented || isLeaving) return;
  if (isTextAtStake() && openLoginDialog()) return;
  isLeaving = true;
  const here = `${location.pathname}${location.search}${location.hash}`;
  location.assign(`/login?next=${encodeURIComponent(here)}`);
}

function isTextAtStake(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED);
  return [...fields].some(
    ({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue,
  );
}
