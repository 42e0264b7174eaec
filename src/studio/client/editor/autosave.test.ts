import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../../ui/client/api.ts';
import { type Content, type SaveRequest, type SaveState, startAutosave } from './autosave.ts';

const EMPTY: Content = { title: '', summary: '', body: '', cover_url: null, lang: null, tags: [] };

/** An editor page with a fake server and a fake device. */
function startPage({ id = 7 as number | null, isBarred = false } = {}) {
  const state = { content: { ...EMPTY }, isComposing: false };
  const sent: SaveRequest[] = [];
  const copies: unknown[] = [];
  const states: SaveState[] = [];
  const refusals: string[] = [];
  let respond: (request: SaveRequest) => Promise<{ id: number; version: number }> = async (
    request,
  ) => ({
    id: request.id ?? 9,
    version: request.version + 1,
  });
  let keys = 0;
  const autosave = startAutosave({
    start: { id, version: id ? 1 : 0, content: { ...EMPTY }, at: null },
    read: () => ({ ...state.content }),
    isComposing: () => state.isComposing,
    save: (request) => {
      sent.push(structuredClone(request));
      return respond(request);
    },
    storeCopy: async (copy) => {
      copies.push(copy);
      return true;
    },
    deleteCopy: async () => {},
    newKey: () => `key-${++keys}`,
    isBarred,
    show: (state) => states.push(state),
    onCreate: () => {},
    onRefuse: (problem) => refusals.push(problem.code),
  });
  return {
    autosave,
    state,
    sent,
    copies,
    states,
    refusals,
    type(body: string) {
      state.content.body = body;
      autosave.trackChange();
    },
    serve(next: typeof respond) {
      respond = next;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const bodies = (sent: SaveRequest[]) => sent.map((one) => one.content.body);

describe('UX 3.5 autosave', () => {
  test('saves two seconds after the last change, not before', async () => {
    const { type, sent } = startPage();
    type('a');
    await vi.advanceTimersByTimeAsync(1500);
    type('ab');
    await vi.advanceTimersByTimeAsync(1999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(bodies(sent)).toEqual(['ab']);
  });

  test('saves when only the showing of changes is switched', async () => {
    const { autosave, state, sent } = startPage();
    state.content.show_changes = true;
    autosave.trackChange();
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.map((one) => one.content.show_changes)).toEqual([true]);
    expect(autosave.isUnsaved()).toBe(false);
  });

  test('saves at least every ten seconds without a pause', async () => {
    const { type, sent } = startPage();
    for (let count = 1; count <= 300; count += 1) {
      type('x'.repeat(count));
      await vi.advanceTimersByTimeAsync(66);
    }
    expect(sent.length).toBeGreaterThanOrEqual(1);
  });

  test('the first change creates one draft at once', async () => {
    const { type, sent, autosave } = startPage({ id: null });
    type('a');
    await vi.advanceTimersByTimeAsync(0);
    type('ab');
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map((one) => one.id)).toEqual([null, 9]);
    expect(autosave.isUnsaved()).toBe(false);
  });

  test('sends one save at a time, and the second starts from the version of the first', async () => {
    const { type, sent, serve, autosave } = startPage();
    let finish = (_: { id: number; version: number }) => {};
    serve(() => new Promise((resolve) => (finish = resolve)));
    type('a');
    await vi.advanceTimersByTimeAsync(2000);
    type('ab');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bodies(sent)).toEqual(['a']);
    serve(async ({ version }) => ({ id: 7, version: version + 1 }));
    finish({ id: 7, version: 2 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.map((one) => [one.content.body, one.version])).toEqual([
      ['a', 1],
      ['ab', 2],
    ]);
    expect(autosave.isUnsaved()).toBe(false);
  });

  test('P3 saves nothing while an input method is composing', async () => {
    const { type, state, sent } = startPage();
    state.isComposing = true;
    type('ni');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent).toEqual([]);
    state.isComposing = false;
    type('你');
    await vi.advanceTimersByTimeAsync(2000);
    expect(bodies(sent)).toEqual(['你']);
  });

  test('stores the text on this device within half a second', async () => {
    const { type, copies } = startPage();
    type('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(copies).toMatchObject([{ id: 7, version: 1, content: { body: 'a' } }]);
  });

  test('retries a lost response with the same key, then saves what was typed since', async () => {
    const { type, sent, serve, autosave, states } = startPage();
    serve(() => Promise.reject(new Problem(0, { code: 'offline' })));
    type('a');
    await vi.advanceTimersByTimeAsync(2000);
    type('ab');
    await vi.advanceTimersByTimeAsync(2000);
    expect(states.at(-1)).toMatchObject({ kind: 'offline' });
    serve(async ({ version }) => ({ id: 7, version: version + 1 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.at(-2)).toMatchObject({ key: 'key-1', version: 1, content: { body: 'a' } });
    expect(sent.at(-1)).toMatchObject({ key: 'key-2', version: 2, content: { body: 'ab' } });
    expect(autosave.isUnsaved()).toBe(false);
  });

  test('D21 a conflict stops saving until the author decides, then continues from the newer version', async () => {
    const { type, sent, serve, refusals, autosave } = startPage();
    serve(() => Promise.reject(new Problem(409, { code: 'stale_version', current_version: 5 })));
    type('a');
    await vi.advanceTimersByTimeAsync(2000);
    type('ab');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refusals).toEqual(['stale_version']);
    expect(sent).toHaveLength(1);
    serve(async ({ version }) => ({ id: 7, version: version + 1 }));
    autosave.resume({ version: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toMatchObject({ version: 5, content: { body: 'ab' } });
  });

  test('D23 below Lv1 nothing is sent, and the copy on this device counts as saved', async () => {
    const { type, sent, autosave, states } = startPage({ id: null, isBarred: true });
    type('a');
    expect(autosave.isUnsaved()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(states.at(-1)).toEqual({ kind: 'local' });
    expect(autosave.isUnsaved()).toBe(false);
  });

  test('P6 text that was typed and deleted again is neither unsaved nor sent', async () => {
    const { type, sent, autosave } = startPage();
    type('a');
    type('');
    expect(autosave.isUnsaved()).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
  });

  test('an invalid text is sent again only after the next change', async () => {
    const { type, sent, serve } = startPage();
    serve(() => Promise.reject(new Problem(422, { code: 'body_too_complex' })));
    type('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    type('ab');
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toHaveLength(2);
  });
});
