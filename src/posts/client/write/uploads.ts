import { call, csrfToken, Problem } from '../../../ui/client/api.ts';
import { sentenceOf } from '../../../ui/client/texts.ts';

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

const ADDRESS = '/api/posts/upload-image';
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
    let request: XMLHttpRequest | null = null;
    const upload: Upload = {
      name: file.name,
      preview: URL.createObjectURL(file),
      progress: 0,
      problem: null,
      done: null,
      cancel: () => {
        request?.abort();
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
        upload.done = await sendFile(file, {
          opened: (opened) => {
            request = opened;
          },
          moved: (part) => {
            upload.progress = part;
            tell();
          },
        });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        upload.problem = sentenceOf(error);
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

type Progress = { opened(request: XMLHttpRequest): void; moved(part: number): void };

/** Once more with fresh tokens after a 401, as every other request (SPEC §5.1). */
export async function sendFile(file: File, progress: Progress): Promise<Uploaded> {
  try {
    return await post(file, progress);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    await call('GET', '/api/settings/profile');
    return post(file, progress);
  }
}

/** Not by `fetch`, which does not tell how far it has come. */
function post(file: File, { opened, moved }: Progress): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    opened(request);
    request.open('POST', ADDRESS);
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('x-csrf-token', csrfToken());
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) moved(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status === 201) resolve(request.response as Uploaded);
      else reject(new Problem(request.status, (request.response ?? {}) as Record<string, unknown>));
    };
    request.onerror = () => reject(new Problem(0, { code: 'offline' }));
    request.onabort = () => reject(new Problem(0, { code: 'cancelled' }));
    const body = new FormData();
    body.append('file', file, file.name);
    request.send(body);
  });
}
