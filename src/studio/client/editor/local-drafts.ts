import type { Base, Content } from './autosave.ts';

/** Text on this device that the server does not have yet; one per editor window. */
export type LocalDraft = Base & { slot: string; uid: number; content: Content; at: number };

const DATABASE = 'lamplight';
const STORE = 'drafts';

export async function putLocalDraft(copy: LocalDraft): Promise<boolean> {
  return (await use('readwrite', (store) => store.put(copy))) !== undefined;
}

export async function deleteLocalDraft(slot: string): Promise<void> {
  await use('readwrite', (store) => store.delete(slot));
}

/** The newest first. */
export async function listLocalDrafts(uid: number): Promise<LocalDraft[]> {
  const all = (await use<LocalDraft[]>('readonly', (store) => store.getAll()))?.value ?? [];
  return all.filter((copy) => copy.uid === uid).sort((a, b) => b.at - a.at);
}

/** Undefined if the browser stores nothing, as in some private windows; the page then shows that. */
async function use<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<{ value: T } | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve({ value: request.result as T });
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'slot' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}
