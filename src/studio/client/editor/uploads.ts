import { UPLOAD_BYTES_MAX } from '../../../platform/images/limits.ts';
import { Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { upload as sendFile } from '../../../ui/client/upload.ts';

export type UploadedImage = { url: string; width: number; height: number };
export type Upload = {
  name: string;
  /** A local URL for the preview until the upload is done. */
  preview: string;
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  done: UploadedImage | null;
  cancel(): void;
  retry(): void;
};

export const UPLOAD_URL = '/api/posts/upload-image';
const POLL_MS = 100;
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export type Uploads = ReturnType<typeof createUploads>;

/** The locale key of the problem with a file, checked before it is sent. */
export function fileProblem(file: File): 'image_too_large' | 'image_type' | null {
  if (!TYPES.includes(file.type)) return 'image_type';
  return file.size > UPLOAD_BYTES_MAX ? 'image_too_large' : null;
}

/** Uploads in progress, by the key that the image nodes in the text refer to. */
export function createUploads(onChange: () => void) {
  const all = new Map<string, { upload: Upload; watchers: Set<() => void> }>();

  function start(key: string, file: File): void {
    const watchers = new Set<() => void>();
    const notify = () => {
      for (const watcher of watchers) watcher();
      onChange();
    };
    let controller = new AbortController();
    const upload: Upload = {
      name: file.name,
      preview: URL.createObjectURL(file),
      progress: 0,
      problem: null,
      done: null,
      cancel: () => {
        controller.abort();
        all.delete(key);
        onChange();
      },
      retry: () => void run(),
    };
    all.set(key, { upload, watchers });

    async function run(): Promise<void> {
      Object.assign(upload, { problem: null, progress: 0 });
      notify();
      try {
        controller = new AbortController();
        upload.done = await sendFile<UploadedImage>(UPLOAD_URL, file, {
          signal: controller.signal,
          onProgress: (part) => {
            upload.progress = part;
            notify();
          },
        });
      } catch (error) {
        // The author cancelled it.
        if (controller.signal.aborted) return;
        if (!(error instanceof Problem)) throw error;
        upload.problem = describeProblem(error);
      }
      notify();
    }
    void run();
  }

  return {
    start,
    /** Resolves when no upload is in progress, whether or not all succeeded. */
    waitForAll: () =>
      new Promise<void>((resolve) => {
        const isDone = () =>
          [...all.values()].every(({ upload }) => upload.done !== null || upload.problem !== null);
        const poll = () => (isDone() ? resolve() : setTimeout(poll, POLL_MS));
        poll();
      }),
    get: (key: string) => all.get(key)?.upload,
    watch(key: string, watcher: () => void): () => void {
      all.get(key)?.watchers.add(watcher);
      return () => all.get(key)?.watchers.delete(watcher);
    },
  };
}
