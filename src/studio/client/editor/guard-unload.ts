import type { Autosave } from './autosave.ts';

type Options = { keeper: Autosave; isUploading(): boolean };

/** Asks before the page is left only where something would stay behind; answers how to leave without asking. */
export function guardUnload({ keeper, isUploading }: Options): (address: string) => void {
  let isMeant = false;
  addEventListener('beforeunload', (event) => {
    if (!isMeant && (keeper.isUnsaved() || isUploading())) event.preventDefault();
  });
  // A page in the background may never come back.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    void keeper.keepLocally();
    void keeper.flush();
  });
  addEventListener('online', () => keeper.retry());
  return (address) => {
    isMeant = true;
    location.assign(address);
  };
}
