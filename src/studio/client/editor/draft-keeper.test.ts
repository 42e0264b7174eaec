import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../../ui/client/api.ts';
import { type Content, type SaveState, type Sending, startAutosave } from './autosave.ts';

const EMPTY: Content = { title: '', summary: '', body: '', cover_url: null };

/** A page with a text, a server and a device, all of them here. */
function desk({ id = 7 as number | null, isBarred = false } = {}) {
  const state = { content: { ...EMPTY }, isComposing: false };
  const sent: Sending[] = [];
  const copies: unknown[] = [];
  const standings: SaveState[] = [];
  const refusals: string[] = [];
  let answer: (sending: Sending) => Promise<{ id: number; version: number }> = async (sending) => ({
    id: sending.id ?? 9,
    version: sending.version + 1,
  });
  let keys = 0;
  const keeper = startAutosave({
    start: { id, version: id ? 1 : 0, content: { ...EMPTY }, at: null },
    read: () => ({ ...state.content }),
    isComposing: () => state.isComposing,
    save: (sending) => {
      sent.push(structuredClone(sending));
      return answer(sending);
    },
    keep: async (copy) => {
      copies.push(copy);
      return true;
    },
    drop: async () => {},
    newKey: () => `key-${++keys}`,
    isBarred,
    show: (standing) => standings.push(standing),
    created: () => {},
    refused: (problem) => refusals.push(problem.code),
  });
  return {
    keeper,
    state,
    sent,
    copies,
    standings,
    refusals,
    type(body: string) {
      state.content.body = body;
      keeper.changed();
    },
    serve(how: typeof answer) {
      answer = how;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const bodies = (sent: Sending[]) => sent.map((one) => one.content.body);

describe('UX 3.5 keeping a draft', () => {
  test('saves two seconds after the last change, not before', async () => {
    const { type, sent } = desk();
    type('a');
    await vi.advanceTimersByTimeAsync(1500);
    type('ab');
    await vi.advanceTimersByTimeAsync(1999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(bodies(sent)).toEqual(['ab']);
  });

  test('saves somebody who never pauses at least every ten seconds', async () => {
    const { type, sent } = desk();
    for (let count = 1; count <= 300; count += 1) {
      type('x'.repeat(count));
      await vi.advanceTimersByTimeAsync(66);
    }
    expect(sent.length).toBeGreaterThanOrEqual(1);
  });

  test('the first change makes the draft at once, and only one', async () => {
    const { type, sent, keeper } = desk({ id: null });
    type('a');
    await vi.advanceTimersByTimeAsync(0);
    type('ab');
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map((one) => one.id)).toEqual([null, 9]);
    expect(keeper.isUnsaved()).toBe(false);
  });

  test('never has two saves under way, and the second starts from what the first made', async () => {
    const { type, sent, serve, keeper } = desk();
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
    expect(keeper.isUnsaved()).toBe(false);
  });

  test('P3 saves nothing while an input method is composing', async () => {
    const { type, state, sent } = desk();
    state.isComposing = true;
    type('ni');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent).toEqual([]);
    state.isComposing = false;
    type('你');
    await vi.advanceTimersByTimeAsync(2000);
    expect(bodies(sent)).toEqual(['你']);
  });

  test('keeps it on this device within half a second', async () => {
    const { type, copies } = desk();
    type('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(copies).toMatchObject([{ id: 7, version: 1, content: { body: 'a' } }]);
  });

  test('a lost answer: the same save with the same key again, then what was typed since', async () => {
    const { type, sent, serve, keeper, standings } = desk();
    serve(() => Promise.reject(new Problem(0, { code: 'offline' })));
    type('a');
    await vi.advanceTimersByTimeAsync(2000);
    type('ab');
    await vi.advanceTimersByTimeAsync(2000);
    expect(standings.at(-1)).toMatchObject({ kind: 'offline' });
    serve(async ({ version }) => ({ id: 7, version: version + 1 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.at(-2)).toMatchObject({ key: 'key-1', version: 1, content: { body: 'a' } });
    expect(sent.at(-1)).toMatchObject({ key: 'key-2', version: 2, content: { body: 'ab' } });
    expect(keeper.isUnsaved()).toBe(false);
  });

  test('D21 a conflict rests everything until somebody decides, and then goes on from the newer version', async () => {
    const { type, sent, serve, refusals, keeper } = desk();
    serve(() => Promise.reject(new Problem(409, { code: 'stale_version', current_version: 5 })));
    type('a');
    await vi.advanceTimersByTimeAsync(2000);
    type('ab');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refusals).toEqual(['stale_version']);
    expect(sent).toHaveLength(1);
    serve(async ({ version }) => ({ id: 7, version: version + 1 }));
    keeper.resume({ version: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toMatchObject({ version: 5, content: { body: 'ab' } });
  });

  test('D23 below Lv1 nothing is sent, and what is kept here counts as kept', async () => {
    const { type, sent, keeper, standings } = desk({ id: null, isBarred: true });
    type('a');
    expect(keeper.isUnsaved()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(standings.at(-1)).toEqual({ kind: 'local' });
    expect(keeper.isUnsaved()).toBe(false);
  });

  test('P6 what was typed and taken back is not unsaved, and is not sent', async () => {
    const { type, sent, keeper } = desk();
    type('a');
    type('');
    expect(keeper.isUnsaved()).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
  });

  test('a text that is wrong as it is written is tried again with the next change only', async () => {
    const { type, sent, serve } = desk();
    serve(() => Promise.reject(new Problem(422, { code: 'body_too_complex' })));
    type('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    type('ab');
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toHaveLength(2);
  });
});
