import { call, Problem } from '../../ui/client/api.ts';
import { isComposing } from '../../ui/client/composing.ts';
import { replaceMain } from './main-part.ts';

/**
 * The e-mail address first; whether it is known decides between the log-in and the registration, which are two pages
 * of the server. The style sheet shows the steps only where scripts run.
 */
export function askForEmailFirst(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const card = target.closest<HTMLElement>('[data-join]');
    if (card && target.closest('[data-continue]')) void proceed(card);
    if (card && target.closest('[data-change-email]')) setStep(card, 'email');
  });
  // Enter would press the button of the next step, which is not there yet.
  document.addEventListener('keydown', (event) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-step="email"]');
    if (!card || event.key !== 'Enter' || isComposing(event)) return;
    if ((event.target as Element).id !== 'email') return;
    event.preventDefault();
    void proceed(card);
  });
  // Without that the style sheet has left all of the form in sight.
  const card = document.querySelector<HTMLElement>('[data-join]');
  if (card && !matchMedia('(scripting: enabled)').matches) card.dataset['step'] = 'all';
}

function setStep(card: HTMLElement, step: 'email' | 'password'): void {
  card.dataset['step'] = step;
  const email = emailOf(card);
  if (email) email.readOnly = step === 'password';
  card.querySelector<HTMLInputElement>(step === 'email' ? '#email' : '#password')?.focus();
}

async function proceed(card: HTMLElement): Promise<void> {
  const email = emailOf(card);
  if (!email?.reportValidity() || card.ariaBusy === 'true') return;
  card.ariaBusy = 'true';
  try {
    const mode = card.dataset['join'] === 'register' ? 'register' : 'log_in';
    const wanted = (await isKnown(email.value, mode === 'log_in')) ? 'log_in' : 'register';
    const found = wanted === mode ? card : await openOther(card, email.value);
    const line = found.querySelector<HTMLElement>('[data-found]');
    if (line) line.textContent = line.dataset['found'] ?? '';
    setStep(found, 'password');
  } finally {
    card.ariaBusy = null;
  }
}

/** Where it cannot be found out just now, the page stays what it is: nobody is kept from logging in by that. */
async function isKnown(email: string, otherwise: boolean): Promise<boolean> {
  try {
    const path = '/api/auth/check-email';
    const { available } = await call<{ available: boolean }>('POST', path, { body: { email } });
    return !available;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return otherwise;
  }
}

async function openOther(card: HTMLElement, typed: string): Promise<HTMLElement> {
  const address = card.dataset['other'] ?? '/login';
  try {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    const other = replaceMain(await answer.text()).querySelector<HTMLElement>('[data-join]');
    const email = other && emailOf(other);
    if (!email) return card;
    email.value = typed;
    history.replaceState(null, '', address);
    return other;
  } catch {
    return card;
  }
}

function emailOf(card: HTMLElement): HTMLInputElement | null {
  return card.querySelector<HTMLInputElement>('#email');
}
