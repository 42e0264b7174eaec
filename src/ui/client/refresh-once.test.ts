import { afterEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';

/** What the browser's client sends, with a service that answers as told. */
function answerWith(answers: Record<string, number[]>): { asked: string[]; events: string[] } {
  const asked: string[] = [];
  const events: string[] = [];
  vi.stubGlobal('document', {
    cookie: 'csrf=token',
    dispatchEvent: (event: Event) => events.push(event.type),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const status = answers[path]?.shift() ?? 401;
    const body = status === 200 ? { fine: true } : { code: 'unauthenticated' };
    return Response.json(body, { status });
  });
  return { asked, events };
}

const REFRESH = '/api/auth/refresh';

afterEach(() => vi.unstubAllGlobals());

test('§5.1c on a 401 the client refreshes once and sends the request again', async () => {
  const { asked } = answerWith({ '/api/messages': [401, 200], [REFRESH]: [200] });
  expect(await call('GET', '/api/messages')).toEqual({ fine: true });
  expect(asked).toEqual(['/api/messages', REFRESH, '/api/messages']);
});

test('§5.1c a 401 after the refresh is final: no second refresh, no loop', async () => {
  const { asked, events } = answerWith({ '/api/messages': [], [REFRESH]: [200, 200, 200] });
  await expect(call('GET', '/api/messages')).rejects.toMatchObject({ status: 401 });
  expect(asked).toEqual(['/api/messages', REFRESH, '/api/messages']);
  expect(events).toEqual(['signed-out']);
});

test('§5.1c a refresh that is refused is not repeated, and the page is told', async () => {
  const { asked, events } = answerWith({});
  await expect(call('GET', '/api/messages')).rejects.toMatchObject({ status: 401 });
  expect(asked).toEqual(['/api/messages', REFRESH]);
  expect(events).toEqual(['signed-out']);
});
