import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';

/** A switch turns at once and turns back where the service says no. */
export function saveSwitchesInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('form[data-switch]')) return;
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>('[role="switch"]');
    if (button) void turn(form, button);
  });
}

async function turn(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const wanted = button.value === 'true';
  show(button, wanted);
  try {
    await call('PUT', apiPath(form), { body: { [button.name]: wanted } });
    toast(form.dataset['switch'] ?? '');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    show(button, !wanted);
    toast(describeProblem(error), 'danger');
  } finally {
    form.ariaBusy = null;
  }
}

function show(button: HTMLButtonElement, on: boolean): void {
  button.ariaChecked = String(on);
  button.value = String(!on);
}

/** The form's address is the operation's, with an ending that says PUT (platform/http/forms.ts). */
function apiPath(form: HTMLFormElement): string {
  return `/api${new URL(form.action).pathname.replace(/\/update$/, '')}`;
}
