const STORAGE_KEY = 'write-slot';

/** A random name; `crypto.randomUUID` is missing on plain http. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A window that was just closed releases its slot a little later. */
const CLAIM_TIMEOUT_MS = 1000;

/** Locks a slot until this window closes. False if another window has it. */
export function claimSlot(slot: string): Promise<boolean> {
  return lockSlot(slot, AbortSignal.timeout(CLAIM_TIMEOUT_MS));
}

/** Waits until the window that has the slot is closed, then locks it. */
export async function inheritSlot(slot: string): Promise<void> {
  await lockSlot(slot);
}

function lockSlot(slot: string, signal?: AbortSignal): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`write:${slot}`, signal ? { signal } : {}, () => {
        resolve(true);
        // Never resolves: the browser releases the lock when the window closes or crashes.
        return new Promise<never>(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** The slot that this window had before a reload. A duplicated window gets a new one. */
export async function ownSlot(isFree: (slot: string) => boolean): Promise<string> {
  const old = sessionStorage.getItem(STORAGE_KEY);
  if (old && isFree(old) && (await claimSlot(old))) return old;
  const slot = randomName();
  await claimSlot(slot);
  storeSlot(slot);
  return slot;
}

export function storeSlot(slot: string): void {
  sessionStorage.setItem(STORAGE_KEY, slot);
}
