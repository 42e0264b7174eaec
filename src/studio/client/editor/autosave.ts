import { Problem } from '../../../ui/client/api.ts';

/** What is written, as it is sent. */
export type Content = { title: string; summary: string; body: string; cover_url: string | null };
/** What the server has: which post, and which version of it. */
export type Base = { id: number | null; version: number };
/** One save as it is sent. Sent again after a lost answer it has no second effect, because the key is the same. */
export type Sending = Base & { content: Content; key: string };

/** Where the text is, for the one line that says so. */
export type SaveState =
  | { kind: 'new' | 'changed' | 'saving' | 'conflict' | 'signed_out' | 'moved' | 'local' }
  | { kind: 'saved'; at: Date }
  | { kind: 'offline' | 'refused' | 'unkept'; problem?: Problem };

export type AutosaveOptions = {
  start: Base & { content: Content; at: Date | null };
  read(): Content;
  isComposing(): boolean;
  save(sending: Sending): Promise<{ id: number; version: number }>;
  /** On this device; answers whether it worked. */
  keep(copy: Base & { content: Content }): Promise<boolean>;
  drop(): Promise<void>;
  newKey(): string;
  /** Nothing may be kept on the server: below Lv1, or banned. */
  isBarred: boolean;
  show(standing: SaveState): void;
  created(id: number): void;
  /** A refusal that somebody has to decide about; saving rests until `resume`. */
  refused(problem: Problem): void;
};

const PAUSE_MS = 2000;
/** Somebody who never pauses is saved too. */
const LONGEST_MS = 10_000;
const LOCAL_MS = 500;
const RETRY_MS = [2000, 5000, 10_000, 30_000];

export type Autosave = ReturnType<typeof startAutosave>;

/**
 * Keeps what is written, on this device within half a second and on the server within seconds, one save at a
 * time. It only ever reads the text: no save can touch what is being typed.
 */
export function startAutosave(options: AutosaveOptions) {
  let { id, version }: Base = options.start;
  /** What the server has, and what this device has, of the text. */
  let stored = fingerprintOf(options.start.content);
  let kept = stored;
  let storedAt = options.start.at;
  let isBarred = options.isBarred;
  let isHalted = false;
  let pending: Sending | null = null;
  let working: Promise<boolean> | null = null;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | null = null;
  let failures = 0;

  const isStored = () => fingerprintOf(options.read()) === stored;

  /** To be called after every change, however small. */
  function changed(): void {
    localTimer ??= setTimeout(() => void keepLocally(), LOCAL_MS);
    // After a lost answer the next try is already set.
    if (isBarred || isHalted || (pending && failures > 0)) return;
    if (!working) options.show({ kind: 'changed' });
    unsavedSince ??= Date.now();
    // The first character makes the draft, so that two windows never share one unsaved place.
    const pause = id === null && failures === 0 ? 0 : PAUSE_MS;
    later(Math.min(pause, Math.max(0, unsavedSince + LONGEST_MS - Date.now())));
  }

  function later(wait: number): void {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => void save(), wait);
  }

  async function keepLocally(): Promise<void> {
    clearTimeout(localTimer);
    localTimer = undefined;
    const content = options.read();
    const mark = fingerprintOf(content);
    if (mark === stored || mark === kept) return;
    const isKept = await options.keep({ id, version, content });
    if (isKept) kept = mark;
    if (isBarred) options.show(isKept ? { kind: 'local' } : { kind: 'unkept' });
  }

  /** Saves until the server has what is on the screen. False where it could not. */
  async function flush(): Promise<boolean> {
    while (!isStored()) {
      if (isBarred || isHalted || !(await save())) return false;
    }
    return true;
  }

  function save(): Promise<boolean> {
    clearTimeout(saveTimer);
    // What an input method has not finished is no text yet; its end calls `changed`.
    if (isBarred || isHalted || options.isComposing()) return Promise.resolve(false);
    working ??= attempt().finally(() => {
      working = null;
      if (!isHalted && failures === 0 && !isStored()) changed();
    });
    return working;
  }

  async function attempt(): Promise<boolean> {
    if (!pending && isStored()) return settled();
    pending ??= { id, version, content: options.read(), key: options.newKey() };
    options.show({ kind: 'saving' });
    try {
      const answer = await options.save(pending);
      const isNew = id === null;
      ({ id, version } = answer);
      stored = fingerprintOf(pending.content);
      storedAt = new Date();
      pending = null;
      failures = 0;
      unsavedSince = null;
      if (isNew) options.created(answer.id);
      return isStored() ? settled() : true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return judge(error);
    }
  }

  async function settled(): Promise<boolean> {
    failures = 0;
    unsavedSince = null;
    await options.drop();
    kept = stored;
    options.show(storedAt ? { kind: 'saved', at: storedAt } : { kind: 'new' });
    return true;
  }

  async function judge(problem: Problem): Promise<false> {
    await keepLocally();
    failures += 1;
    if (isTemporary(problem)) {
      options.show({ kind: 'offline', problem });
      later(retryAfter(problem) ?? RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0);
      return false;
    }
    pending = null;
    if (problem.code === 'level_too_low' || problem.code === 'banned') {
      isBarred = true;
      options.show({ kind: 'local' });
    } else if (problem.status === 400 || problem.status === 413 || problem.status === 422) {
      // Wrong as it is written: the next change may put it right.
      options.show({ kind: 'refused', problem });
    } else {
      isHalted = true;
      options.show({ kind: kindOf(problem) });
    }
    options.refused(problem);
    return false;
  }

  /** Goes on after a refusal was dealt with, on top of what the server has now. */
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
    changed,
    flush,
    resume,
    /** Somebody has to decide first, as after a refusal. */
    halt(kind: 'conflict'): void {
      isHalted = true;
      options.show({ kind });
    },
    keepLocally,
    /** The connection is back. */
    retry: () => (pending && !working ? later(0) : undefined),
    base: (): Base => ({ id, version }),
    /** Would closing the page now lose something, or leave it where its author does not expect it? */
    isUnsaved: () => {
      const mark = fingerprintOf(options.read());
      return mark !== stored && !(isBarred && mark === kept);
    },
  };
}

function fingerprintOf(content: Content): string {
  return JSON.stringify([content.title, content.summary, content.body, content.cover_url]);
}

/** May be gone the next time: the network, a restart, too many at once, a save of this text still running. */
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
