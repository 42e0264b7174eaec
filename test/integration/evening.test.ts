import { expect, test } from 'vitest';
import { calendarDay, startOfDay } from '../../src/platform/clock.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 2000 });
const { id } = (await author.post('/api/studio/posts', { title: '夜班', body: '<p>灯</p>' })).body;

/** Moves the clock to a time of the next day, in Shanghai. */
function waitUntilTomorrow(hours: number): void {
  const now = world.ctx.now();
  const midnight = startOfDay(calendarDay(new Date(now.getTime() + 24 * 3_600_000)));
  world.wait((midnight.getTime() - now.getTime()) / 1000 + hours * 3600);
}

async function hourOf(url: string): Promise<string | undefined> {
  const { text } = await world.visitor().get(url, { headers: { accept: 'text/html' } });
  return /<html[^>]* data-hour="(\w+)"/.exec(text)?.[1];
}

test.each(['/', '/posts', `/posts/${id}`])(
  'a page cached at 17:59 is not sent at 18:00, nor one of the night at 6:00: %s',
  async (url) => {
    waitUntilTomorrow(17 + 59 / 60);
    expect(await hourOf(url)).toBeUndefined();
    const { hits } = world.app.pageCache;
    expect(await hourOf(url)).toBeUndefined();
    expect(world.app.pageCache.hits).toBe(hits + 1);

    world.wait(60);
    expect(await hourOf(url)).toBe('evening');
    waitUntilTomorrow(5 + 59 / 60);
    expect(await hourOf(url)).toBe('evening');
    world.wait(60);
    expect(await hourOf(url)).toBeUndefined();
  },
);

test('pages that are not cached have the hour too', async () => {
  waitUntilTomorrow(20);
  expect(await hourOf('/login')).toBe('evening');
  expect(await hourOf('/nowhere')).toBe('evening');
});
