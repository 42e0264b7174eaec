import { Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { upload as sendFile } from '../../../ui/client/upload.ts';

export type Uploaded = { url: string; width: number; height: number };
export type Upload = {
  name: string;
  /** For the preview, until the image itself is there. */
  preview: string;
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  done: Uploaded | null;
  cancel(): void;
  retry(): void;
};

export const ADDRESS = '/api/posts/upload-image';
const POLL_MS = 100;
const BYTES_MAX = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export type Uploads = ReturnType<typeof createUploads>;

/** What is wrong with a file before it is sent, by the name of the sentence. */
export function judgeFile(file: File): 'image_too_large' | 'image_type' | null {
  if (!TYPES.includes(file.type)) return 'image_type';
  return file.size > BYTES_MAX ? 'image_too_large' : null;
}

/** The images that are on their way, by a name that their places in the text know them by. */
export function createUploads(changed: () => void) {
  const all = new Map<string, { upload: Upload; watchers: Set<() => void> }>();

  function start(key: string, file: File): void {
    const watchers = new Set<() => void>();
    const tell = () => {
      for (const watcher of watchers) watcher();
      changed();
    };
    let underway = new AbortController();
    const upload: Upload = {
      name: file.name,
      preview: URL.createObjectURL(file),
      progress: 0,
      problem: null,
      done: null,
      cancel: () => {
        underway.abort();
        all.delete(key);
        changed();
      },
      retry: () => void run(),
    };
    all.set(key, { upload, watchers });

    async function run(): Promise<void> {
      Object.assign(upload, { problem: null, progress: 0 });
      tell();
      try {
        underway = new AbortController();
        upload.done = await sendFile<Uploaded>(ADDRESS, file, {
          signal: underway.signal,
          onProgress: (part) => {
            upload.progress = part;
            tell();
          },
        });
      } catch (error) {
        // Taken back by whoever started it: there is nobody left to tell.
        if (underway.signal.aborted) return;
        if (!(error instanceof Problem)) throw error;
        upload.problem = describeProblem(error);
      }
      tell();
    }
    void run();
  }

  return {
    start,
    /** Settles when none is under way, whether or not all went well. */
    settled: () =>
      new Promise<void>((resolve) => {
        const isOver = () =>
          [...all.values()].every(({ upload }) => upload.done !== null || upload.problem !== null);
        const look = () => (isOver() ? resolve() : setTimeout(look, POLL_MS));
        look();
      }),
    get: (key: string) => all.get(key)?.upload,
    watch(key: string, watcher: () => void): () => void {
      all.get(key)?.watchers.add(watcher);
      return () => all.get(key)?.watchers.delete(watcher);
    },
  };
}
