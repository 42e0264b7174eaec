/**
 * Calls `apply` with the value of the chosen button, or with `cancel`, in the moment in which the dialog closes. The event
 * `close` comes later, and a character that was typed in between would be lost.
 */
export function onChoice(dialog: HTMLDialogElement, apply: (choice: string) => void): void {
  let isApplied = false;
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    // The address of a link was refused.
    if (event.defaultPrevented) return;
    event.preventDefault();
    isApplied = true;
    dialog.close();
    apply((event.submitter as HTMLButtonElement | null)?.value || 'apply');
  });
  // Escape.
  dialog.addEventListener('close', () => {
    if (!isApplied) apply('cancel');
    isApplied = false;
  });
}
