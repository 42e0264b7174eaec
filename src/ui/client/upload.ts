import { csrfToken, Problem, withFreshTokens } from './api.ts';

type Options = {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal?: AbortSignal;
};

/** Uploads one file. By XMLHttpRequest, because fetch reports no progress. */
export function upload<T>(path: string, file: Blob, options: Options): Promise<T> {
  return withFreshTokens(() => post<T>(path, file, options));
}

function post<T>(path: string, file: Blob, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('x-csrf-token', csrfToken());
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      // A proxy may respond with HTML: then `response` is null.
      const body = (request.response ?? {}) as Record<string, unknown>;
      if (request.status >= 200 && request.status < 300) resolve(body as T);
      else reject(new Problem(request.status, body));
    };
    request.onerror = () => reject(new Problem(0, { code: 'offline' }));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file, file instanceof File ? file.name : 'file');
    request.send(form);
  });
}
