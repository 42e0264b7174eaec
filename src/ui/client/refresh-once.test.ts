import { afterEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';

/** Stubs `fetch` with the given statuses for each path; records the requests and the events. */
function respondWith(statuses: Record<string, number[]>): { requests: string[]; events: string[] } {
  const requests: string[] = [];
  const events: string[] = [];
  vi.stubGlobal('document', {
    cookie: 'csrf=token',
    dispatchEvent: (event: Event) => events.push(event.type),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    const status = statuses[path]?.shift() ?? 401;
    const body = status === 200 ? { fine: true } : { code: 'unauthenticated' };
    return Response.json(body, { status });
  });
  return { requests, events };
}

const REFRESH = '/api/auth/refresh';

afterEach(() => vi.unstubAllGlobals());

test('§5.1c on a 401 the client refreshes once and sends the request again', async () => {
  const { requests } = respondWith({ '/api/messages': [401, 200], [REFRESH]: [200] });
  expect(await call('GET', '/api/messages')).toEqual({ fine: true });
  expect(requests).toEqual(['/api/messages', REFRESH, '/api/messages']);
});

test('§5.1c a 401 after the refresh is final: no second refresh, no loop', async () => {
  const { requests, events } = respondWith({ '/api/messages': [], [REFRESH]: [200, 200, 200] });
  await expect(call('GET', '/api/messages')).rejects.toMatchObject({ status: 401 });
  expect(requests).toEqual(['/api/messages', REFRESH, '/api/messages']);
  expect(events).toEqual(['signed-out']);
});

test('§5.1c a refused refresh is not repeated, and the page gets an event', async () => {
  const { requests, events } = respondWith({});
  await expect(call('GET', '/api/messages')).rejects.toMatchObject({ status: 401 });
  expect(requests).toEqual(['/api/messages', REFRESH]);
  expect(events).toEqual(['signed-out']);
});
