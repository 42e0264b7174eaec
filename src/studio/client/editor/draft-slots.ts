const REMEMBERED = 'write-slot';

/** Enough chance for a name nobody else has; `crypto.randomUUID` is missing on plain http. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A window that was just closed lets go of its slot a moment later. */
const PATIENCE_MS = 1000;

/** Takes a slot for as long as this window lives. False where another window has it. */
export function claimSlot(slot: string): Promise<boolean> {
  return hold(slot, AbortSignal.timeout(PATIENCE_MS));
}

/** Waits until the window that has the slot is gone, however long it lives, and takes it. */
export async function inheritSlot(slot: string): Promise<void> {
  await hold(slot);
}

function hold(slot: string, signal?: AbortSignal): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`write:${slot}`, signal ? { signal } : {}, () => {
        resolve(true);
        // Held until the window is gone, also when it crashes.
        return new Promise<never>(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** The slot of this window before it was loaded again; a window that was duplicated does not get it twice. */
export async function ownSlot(isFree: (slot: string) => boolean): Promise<string> {
  const old = sessionStorage.getItem(REMEMBERED);
  if (old && isFree(old) && (await claimSlot(old))) return old;
  const slot = randomName();
  await claimSlot(slot);
  storeSlot(slot);
  return slot;
}

export function storeSlot(slot: string): void {
  sessionStorage.setItem(REMEMBERED, slot);
}
