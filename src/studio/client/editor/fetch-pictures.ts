import { call, Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { upload } from '../../../ui/client/upload.ts';
import { UPLOAD_URL, type UploadedImage } from './uploads.ts';

export type ForeignState = {
  kind: 'waiting' | 'fetching' | 'uploading' | 'failed' | 'done';
  problem?: string;
  /** The connection was lost, as it is when the page is reloaded. */
  isOffline?: boolean;
  done?: UploadedImage;
};

type Options = {
  /** Saves the text first if it has no post yet; null if it cannot be saved. */
  getPost(): Promise<number | null>;
  noDraft: string;
  onChange(): void;
  /** All that were started have ended. */
  onEnd(counts: { fetched: number; failed: number }): void;
};

/** Fewer than the server allows a member, so that a second window is not refused. */
const AT_ONCE = 2;
const TRIES = 5;
const WAIT_SECONDS_MAX = 10;
const POLL_MS = 100;
/** The addresses that are being fetched: after a reload the editor continues with them. */
const STORAGE_KEY = 'fetching-pictures';

export type ForeignPictures = ReturnType<typeof createForeignPictures>;

/** Fetches pictures of other sites through the server, by address: several placeholders may show the same. */
export function createForeignPictures({ getPost, noDraft, onChange, onEnd }: Options) {
  const all = new Map<string, ForeignState>();
  const watchers = new Set<() => void>();
  const unfinished = new Set<string>(readUnfinished());
  let queue: string[] = [];
  let batch = { done: 0, failed: 0, count: 0 };
  /** Ends with `stop`: what then still returns belongs to nobody. */
  let turn = { running: 0, controller: new AbortController() };

  function set(address: string, state: ForeignState | null): void {
    if (state) all.set(address, state);
    else all.delete(address);
    storeUnfinished([...all].filter(([, one]) => isUnfinished(one)).map(([one]) => one));
    for (const watcher of watchers) watcher();
    onChange();
  }

  const isRunning = () => turn.running > 0 || queue.length > 0;

  function start(address: string): void {
    const kind = all.get(address)?.kind;
    if (kind === 'waiting' || kind === 'fetching' || kind === 'uploading') return;
    if (!isRunning()) batch = { done: 0, failed: 0, count: 0 };
    batch.count += 1;
    queue.push(address);
    set(address, { kind: 'waiting' });
    // The text that contains the picture must be in the editor before it is saved.
    queueMicrotask(() => void next());
  }

  async function next(): Promise<void> {
    const mine = turn;
    const address = mine.running < AT_ONCE ? queue.shift() : undefined;
    if (address === undefined) return;
    mine.running += 1;
    const { signal } = mine.controller;
    set(address, { kind: 'fetching' });
    const state = await fetchOne(address, signal);
    mine.running -= 1;
    if (signal.aborted) return;
    if (state.kind === 'done') batch.done += 1;
    else batch.failed += 1;
    set(address, state);
    if (!isRunning()) onEnd({ fetched: batch.done, failed: batch.failed });
    else void next();
  }

  async function fetchOne(url: string, signal: AbortSignal): Promise<ForeignState> {
    try {
      const post_id = await getPost();
      if (post_id === null) return { kind: 'failed', problem: noDraft };
      const body = { url, post_id };
      const done = await patiently(
        () => call<UploadedImage>('POST', '/api/uploads/fetch', { body, signal }),
        signal,
      );
      return { kind: 'done', done };
    } catch (error) {
      if (signal.aborted) return { kind: 'failed' };
      if (!(error instanceof Problem)) throw error;
      return { kind: 'failed', problem: describeProblem(error), isOffline: error.status === 0 };
    }
  }

  return {
    start,
    /** Starts it if the page was reloaded while it was being fetched. */
    resume(address: string): void {
      if (unfinished.delete(address)) start(address);
    },
    /** Uploads a file in its stead. */
    async replace(address: string, file: File): Promise<void> {
      set(address, { kind: 'uploading' });
      try {
        const done = await upload<UploadedImage>(UPLOAD_URL, file, { onProgress: () => {} });
        set(address, { kind: 'done', done });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        set(address, { kind: 'failed', problem: describeProblem(error) });
      }
    },
    /** What is being fetched becomes a placeholder again. */
    stop(): void {
      turn.controller.abort();
      turn = { running: 0, controller: new AbortController() };
      queue = [];
      const open = [...all].filter(([, { kind }]) => kind === 'waiting' || kind === 'fetching');
      for (const [address] of open) set(address, null);
    },
    get: (address: string) => all.get(address),
    /** Undefined if nothing is being fetched. */
    progress: () =>
      isRunning() ? { done: batch.done + batch.failed, count: batch.count } : undefined,
    isBusy: () => [...all.values()].some(({ kind }) => kind !== 'done' && kind !== 'failed'),
    waitForAll(): Promise<void> {
      return new Promise((resolve) => {
        const poll = () => (this.isBusy() ? setTimeout(poll, POLL_MS) : resolve());
        poll();
      });
    },
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

function isUnfinished({ kind, isOffline }: ForeignState): boolean {
  return kind === 'waiting' || kind === 'fetching' || isOffline === true;
}

/** Waits as long as the server requests, if that is not long. */
async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const seconds = error instanceof Problem ? Number(error.members['retry_after']) : Number.NaN;
      if (signal.aborted || tries === TRIES || !(seconds <= WAIT_SECONDS_MAX)) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

function readUnfinished(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function storeUnfinished(addresses: string[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(addresses));
  } catch {
    // Then it is not continued after a reload; the placeholders stay.
  }
}
