import { Problem } from '../../../ui/client/api.ts';

/** The post's text as the API takes it. */
export type Content = {
  title: string;
  summary: string;
  body: string;
  cover_url: string | null;
  /** Null: detected by the server. */
  lang: string | null;
  tags: string[];
  /** Whether readers see what an update changed. */
  show_changes?: boolean;
};
/** What the author compares with a newer version. */
export type ComparedText = Pick<Content, 'title' | 'summary' | 'body'> &
  Partial<Pick<Content, 'tags'>>;
/** The post and the version that the server has. */
export type Base = { id: number | null; version: number };
/** One save. A retry after a lost response reuses the idempotency key, so it has no second effect. */
export type SaveRequest = Base & { content: Content; key: string };

/** Where the text is stored; shown in the status line. */
export type SaveState =
  | { kind: 'new' | 'changed' | 'saving' | 'conflict' | 'signed_out' | 'moved' | 'local' }
  | { kind: 'saved'; at: Date }
  | { kind: 'offline' | 'refused' | 'not_stored'; problem?: Problem };

export type AutosaveOptions = {
  start: Base & { content: Content; at: Date | null };
  read(): Content;
  isComposing(): boolean;
  save(request: SaveRequest): Promise<{ id: number; version: number }>;
  /** On this device; resolves to whether it worked. */
  storeCopy(copy: Base & { content: Content }): Promise<boolean>;
  deleteCopy(): Promise<void>;
  newKey(): string;
  /** The server refuses saves: the author is banned. */
  isBarred: boolean;
  show(state: SaveState): void;
  onCreate(id: number): void;
  /** The author has to decide about this refusal; saving stops until `resume`. */
  onRefuse(problem: Problem): void;
};

const PAUSE_MS = 2000;
/** Saves even if the author never pauses. */
const MAX_WAIT_MS = 10_000;
const LOCAL_MS = 500;
const RETRY_MS = [2000, 5000, 10_000, 30_000];

export type Autosave = ReturnType<typeof startAutosave>;

/**
 * Stores the text on this device within half a second and on the server within seconds, one save at a time. It only reads
 * the text, so no save can change what the author is typing.
 */
export function startAutosave(options: AutosaveOptions) {
  let { id, version }: Base = options.start;
  /** Fingerprints of the texts on the server and on this device. */
  let stored = fingerprintOf(options.start.content);
  let storedLocally = stored;
  let storedAt = options.start.at;
  let isBarred = options.isBarred;
  let isHalted = false;
  let pending: SaveRequest | null = null;
  let inFlight: Promise<boolean> | null = null;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | null = null;
  let failures = 0;

  const isStored = () => fingerprintOf(options.read()) === stored;

  /** Call after every change. */
  function trackChange(): void {
    localTimer ??= setTimeout(() => void storeLocally(), LOCAL_MS);
    // After a lost response, a retry is already scheduled.
    if (isBarred || isHalted || (pending && failures > 0)) return;
    if (!inFlight) options.show({ kind: 'changed' });
    unsavedSince ??= Date.now();
    // Creates the draft at the first character, so that two windows never share one unsaved text.
    const pause = id === null && failures === 0 ? 0 : PAUSE_MS;
    schedule(Math.min(pause, Math.max(0, unsavedSince + MAX_WAIT_MS - Date.now())));
  }

  function schedule(wait: number): void {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => void save(), wait);
  }

  async function storeLocally(): Promise<void> {
    clearTimeout(localTimer);
    localTimer = undefined;
    const content = options.read();
    const fingerprint = fingerprintOf(content);
    if (fingerprint === stored || fingerprint === storedLocally) return;
    const succeeded = await options.storeCopy({ id, version, content });
    if (succeeded) storedLocally = fingerprint;
    if (isBarred) options.show(succeeded ? { kind: 'local' } : { kind: 'not_stored' });
  }

  /** Saves until the server has the text on the page. False if that is impossible. */
  async function flush(): Promise<boolean> {
    while (!isStored()) {
      if (isBarred || isHalted || !(await save())) return false;
    }
    return true;
  }

  function save(): Promise<boolean> {
    clearTimeout(saveTimer);
    // Text that an input method is still composing is not saved; the end of composition calls `trackChange`.
    if (isBarred || isHalted || options.isComposing()) return Promise.resolve(false);
    inFlight ??= attempt().finally(() => {
      inFlight = null;
      if (!isHalted && failures === 0 && !isStored()) trackChange();
    });
    return inFlight;
  }

  async function attempt(): Promise<boolean> {
    if (!pending && isStored()) return finish();
    pending ??= { id, version, content: options.read(), key: options.newKey() };
    options.show({ kind: 'saving' });
    try {
      const saved = await options.save(pending);
      const isNew = id === null;
      ({ id, version } = saved);
      stored = fingerprintOf(pending.content);
      storedAt = new Date();
      pending = null;
      failures = 0;
      unsavedSince = null;
      if (isNew) options.onCreate(saved.id);
      return isStored() ? finish() : true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return applyRefusal(error);
    }
  }

  async function finish(): Promise<boolean> {
    failures = 0;
    unsavedSince = null;
    await options.deleteCopy();
    storedLocally = stored;
    options.show(storedAt ? { kind: 'saved', at: storedAt } : { kind: 'new' });
    return true;
  }

  async function applyRefusal(problem: Problem): Promise<false> {
    await storeLocally();
    failures += 1;
    if (isTemporary(problem)) {
      options.show({ kind: 'offline', problem });
      schedule(retryAfter(problem) ?? RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0);
      return false;
    }
    pending = null;
    if (problem.code === 'level_too_low' || problem.code === 'banned') {
      isBarred = true;
      options.show({ kind: 'local' });
    } else if (problem.status === 400 || problem.status === 413 || problem.status === 422) {
      // The text itself is invalid; the next change may fix it.
      options.show({ kind: 'refused', problem });
    } else {
      isHalted = true;
      options.show({ kind: kindOf(problem) });
    }
    options.onRefuse(problem);
    return false;
  }

  /** Continues after a refusal, on top of the server's current version. */
  function resume(base: Partial<Base & { content: Content }> = {}): void {
    if (base.id !== undefined) id = base.id;
    if (base.version !== undefined) version = base.version;
    if (base.content) stored = fingerprintOf(base.content);
    isHalted = false;
    pending = null;
    failures = 0;
    void save();
  }

  return {
    trackChange,
    flush,
    resume,
    /** Stops until the author decides, as after a refusal. */
    halt(kind: 'conflict'): void {
      isHalted = true;
      options.show({ kind });
    },
    storeLocally,
    /** For when the connection is back. */
    retry: () => (pending && !inFlight ? schedule(0) : undefined),
    base: (): Base => ({ id, version }),
    /** Whether closing the page now would lose text, or leave it where its author does not expect it. */
    isUnsaved: () => {
      const fingerprint = fingerprintOf(options.read());
      return fingerprint !== stored && !(isBarred && fingerprint === storedLocally);
    },
  };
}

function fingerprintOf(content: Content): string {
  const { title, summary, body, cover_url, lang, tags, show_changes = false } = content;
  return JSON.stringify([title, summary, body, cover_url, lang, tags, show_changes]);
}

/** A retry may succeed: network, restart, rate limit, or a save of this text still in progress. */
function isTemporary({ status, code }: Problem): boolean {
  return status === 0 || status >= 500 || status === 429 || code === 'request_in_progress';
}

function retryAfter(problem: Problem): number | undefined {
  const seconds = Number(problem.members['retry_after']);
  return seconds > 0 ? seconds * 1000 : undefined;
}

function kindOf({ status, code }: Problem): 'signed_out' | 'conflict' | 'moved' {
  if (status === 401) return 'signed_out';
  return code === 'stale_version' ? 'conflict' : 'moved';
}
