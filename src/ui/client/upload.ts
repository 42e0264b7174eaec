import { csrfToken, Problem, withFreshTokens } from './api.ts';

type Options = {
  /** How much of it has gone, from 0 to 1. */
  onProgress: (part: number) => void;
  signal?: AbortSignal;
};

/** Sends one file. By XMLHttpRequest, because fetch does not say how far it has come. */
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
      // A proxy in between may speak HTML, which is no JSON and so null.
      const answer = (request.response ?? {}) as Record<string, unknown>;
      if (request.status >= 200 && request.status < 300) resolve(answer as T);
      else reject(new Problem(request.status, answer));
    };
    request.onerror = () => reject(new Problem(0, { code: 'offline' }));
    request.onabort = () => reject(new DOMException('taken back', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    const body = new FormData();
    body.append('file', file, file instanceof File ? file.name : 'file');
    request.send(body);
  });
}
