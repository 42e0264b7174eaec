import type { Autosave } from './autosave.ts';

type Options = { autosave: Autosave; isUploading(): boolean };

/** Warns before leaving the page if unsaved text would be lost. Returns a function that leaves without a warning. */
export function guardUnload({ autosave, isUploading }: Options): (address: string) => void {
  let isLeaving = false;
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && (autosave.isUnsaved() || isUploading())) event.preventDefault();
  });
  // The browser may discard a page in the background.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    void autosave.storeLocally();
    void autosave.flush();
  });
  addEventListener('online', () => autosave.retry());
  return (address) => {
    isLeaving = true;
    location.assign(address);
  };
}
