import { inSpan } from '../tracing/tracing.ts';
import type { Storage } from './storage.ts';

/** Records how long files take, without their names. */
export function traceStorage(storage: Storage): Storage {
  const kind = { kind: 'client' } as const;
  return {
    ...storage,
    put: (key, body) => inSpan('storage put', kind, () => storage.put(key, body)),
    get: (key) => inSpan('storage get', kind, () => storage.get(key)),
    remove: (key) => inSpan('storage remove', kind, () => storage.remove(key)),
  };
}
