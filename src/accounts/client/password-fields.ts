const MEASURE_AFTER_MS = 150;

/** Everything is listened for on the document, since the form may be exchanged for its refused self. */
export function helpWithPasswords(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-show-password]');
    if (button) show(button, button.ariaPressed !== 'true');
  });
  for (const kind of ['keydown', 'keyup'] as const) document.addEventListener(kind, noteCapsLock);
  let waiting: ReturnType<typeof setTimeout>;
  document.addEventListener('input', (event) => {
    const place = placeOf(event.target)?.querySelector<HTMLElement>('[data-strength]');
    if (!place) return;
    clearTimeout(waiting);
    waiting = setTimeout(
      () => void measure(place, event.target as HTMLInputElement),
      MEASURE_AFTER_MS,
    );
  });
  // What is sent is always sent as a password, so that browsers offer to keep it.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    for (const button of form.querySelectorAll<HTMLElement>('[data-show-password]'))
      show(button, false);
  });
}

function placeOf(target: EventTarget | null): HTMLElement | null {
  const field = target instanceof HTMLInputElement ? target : null;
  return field?.closest<HTMLElement>('[data-password]') ?? null;
}

function show(button: HTMLElement, shown: boolean): void {
  const input = button.closest('[data-password]')?.querySelector('input');
  if (!input) return;
  button.ariaPressed = String(shown);
  input.type = shown ? 'text' : 'password';
}

function noteCapsLock(event: KeyboardEvent): void {
  const hint = placeOf(event.target)?.querySelector<HTMLElement>('[data-caps-lock]');
  if (hint && event.getModifierState) hint.hidden = !event.getModifierState('CapsLock');
}

/** The estimator brings a long list of passwords along, so it comes only when somebody chooses one. */
async function measure(place: HTMLElement, input: HTMLInputElement): Promise<void> {
  place.hidden = input.value === '';
  if (place.hidden) return;
  const { strengthOf } = await import('./password-strength.ts');
  const email = input.form?.elements.namedItem('email');
  const known = email instanceof HTMLInputElement ? email.value.split(/[@.]/) : [];
  const score = strengthOf(input.value, known);
  const sentences = JSON.parse(place.dataset['strength'] ?? '[]') as string[];
  const bar = place.querySelector('progress');
  if (bar) bar.value = score + 1;
  place.dataset['score'] = String(score);
  const line = place.querySelector('[role="status"]');
  if (line) line.textContent = sentences[score] ?? '';
}
