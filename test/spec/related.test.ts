import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { JOBS, tick } from '../../src/jobs.ts';
import { getRelatedProgress } from '../../src/related/actions/relate-old-posts.ts';
import type { Client } from '../support/client.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
/** Every post has words of its own, so that only its tags are shared. */
const newBody = () => `<p>${randomUUID().replaceAll('-', '')}</p>`;

async function write(author: Client, title: string, tags: string[], more = {}): Promise<number> {
  const { status, text, body } = await author.post('/api/studio/posts', {
    ...{ title, body: newBody(), lang: 'en', tags, ...more },
  });
  if (status !== 201) throw new Error(text);
  await tick(world.ctx);
  return body.id;
}

const newAuthor = () => world.member({ exp: 10_000 });

async function page(client: Client, id: number): Promise<string> {
  return (await client.get(`/posts/${id}`, { headers: { accept: 'text/html' } })).text;
}

const member = await world.member();

/** The ids of the tiles after a post, in order. For a member: the cached page of a visitor may be some minutes old. */
async function relatedTo(id: number, client = member): Promise<number[]> {
  const [, section = ''] = (await page(client, id)).split('id="related"');
  const [tiles = ''] = section.split('</section>');
  return [...tiles.matchAll(/class="read-on-post" href="\/posts\/(\d+)"/g)].map(([, found]) =>
    Number(found),
  );
}

const rowsOf = (id: number) =>
  world.sql('select from post_related where post_id = $1 or related_id = $1', [id]);

describe('related posts', () => {
  test('share tags, and a rare tag counts for more than a common one', async () => {
    const [one, two, three] = [await newAuthor(), await newAuthor(), await newAuthor()];
    const common = await write(one, 'common', ['common']);
    for (let made = 0; made < 4; made += 1) await write(one, `more ${made}`, ['common']);
    const rare = await write(two, 'rare', ['rare']);
    const id = await write(three, 'both', ['common', 'rare']);
    const found = await relatedTo(id);
    expect(found).toHaveLength(3);
    expect(found[0]).toBe(rare);
    expect(found).not.toContain(common);
  });

  test('share words, where they share no tags', async () => {
    const text = (words: string) => ({ body: `<p>${words}</p>`, lang: 'en' });
    const telescope = await write(
      await newAuthor(),
      'Grinding a telescope mirror',
      [],
      text('The telescope mirror was ground by hand; grinding took a winter.'),
    );
    await write(
      await newAuthor(),
      'Bread',
      [],
      text('Flour, water, salt and a winter of patience.'),
    );
    const id = await write(
      await newAuthor(),
      'A telescope from a kitchen',
      [],
      text('The mirror of a telescope can be ground at home, grinding slowly.'),
    );
    expect(await relatedTo(id)).toEqual([telescope]);
    expect(await relatedTo(telescope)).toEqual([id]);
  });

  test('share Chinese words', async () => {
    const chinese = (words: string) => ({ body: `<p>${words}</p>`, lang: 'zh' });
    const words = '望远镜的镜面要磨一个冬天，磨镜面的人很慢。';
    const other = await write(await newAuthor(), '磨一面望远镜', [], chinese(words));
    await write(await newAuthor(), '面包', [], chinese('面粉、水、盐，还有一个冬天的耐心。'));
    const id = await write(
      await newAuthor(),
      '厨房里的望远镜',
      [],
      chinese('在家也能磨望远镜的镜面，只是要慢。'),
    );
    expect(await relatedTo(id)).toEqual([other]);
  });

  test('are found from both sides: an older post shows a newer one without being changed', async () => {
    const older = await write(await newAuthor(), 'older', ['both sides']);
    expect(await relatedTo(older)).toEqual([]);
    const newer = await write(await newAuthor(), 'newer', ['both sides']);
    expect(await relatedTo(older)).toEqual([newer]);
    expect(await relatedTo(newer)).toEqual([older]);
  });

  test('are those of others, and of several of them', async () => {
    const [own, prolific, quiet] = [await newAuthor(), await newAuthor(), await newAuthor()];
    await write(own, 'own', ['several']);
    const calm = await write(quiet, 'calm', ['several']);
    const loud: number[] = [];
    for (let made = 0; made < 3; made += 1)
      loud.push(await write(prolific, `loud ${made}`, ['several']));
    const found = await relatedTo(await write(own, 'new', ['several']));
    expect(found).toHaveLength(3);
    // The second of one author comes last, though it is newer than that of the other.
    expect(found.slice(0, 2)).toEqual([loud[2], calm]);
  });

  test('in the same language come first', async () => {
    const [one, two, three] = [await newAuthor(), await newAuthor(), await newAuthor()];
    const chinese = await write(one, 'zh', ['tongues'], { lang: 'zh' });
    const english = await write(two, 'en', ['tongues', 'more'], { lang: 'en' });
    const id = await write(three, 'new', ['tongues', 'more'], { lang: 'zh' });
    expect(await relatedTo(id)).toEqual([chinese, english]);
  });

  test('follow the tags of a post that is edited', async () => {
    const [one, two] = [await newAuthor(), await newAuthor()];
    const before = await write(one, 'before', ['old tag']);
    const after = await write(one, 'after', ['new tag']);
    const id = await write(two, 'edited', ['old tag']);
    expect(await relatedTo(id)).toEqual([before]);
    const text = { title: 'edited', body: newBody(), tags: ['new tag'], version: 1 };
    expect((await two.put(`/api/studio/posts/${id}`, text)).status).toBe(200);
    await tick(world.ctx);
    expect(await relatedTo(id)).toEqual([after]);
  });

  test('D25 D55 a hidden post is gone at once, and its rows with the next change', async () => {
    const [one, two, staff] = [await newAuthor(), await newAuthor(), await newAuthor()];
    await world.sql("update users set role = 'admin' where uid = $1", [staff.uid]);
    const id = await write(one, 'shown', ['hiding']);
    const hidden = await write(two, 'CANARY-in-related', ['hiding']);
    expect(await relatedTo(id)).toEqual([hidden]);
    expect(await relatedTo(id, world.visitor())).toEqual([hidden]);
    expect(await rowsOf(hidden)).not.toEqual([]);
    await two.delete(`/api/studio/posts/${hidden}`);
    // Before any worker has seen it.
    for (const client of [world.visitor(), member, one, staff])
      expect(await page(client, id)).not.toContain('CANARY-in-related');
    await tick(world.ctx);
    expect(await rowsOf(hidden)).toEqual([]);
  });

  test('D55 the posts of a deleted account are gone, and back when it is restored', async () => {
    const [one, two] = [await newAuthor(), await newAuthor()];
    const id = await write(one, 'stays', ['leaving']);
    const other = await write(two, 'leaves', ['leaving']);
    expect(await relatedTo(id)).toEqual([other]);
    await world.sql('update users set deleted_at = now() where uid = $1', [two.uid]);
    expect(await relatedTo(id)).toEqual([]);
    await tick(world.ctx);
    expect(await rowsOf(other)).toEqual([]);
    await world.sql('update users set deleted_at = null where uid = $1', [two.uid]);
    await tick(world.ctx);
    expect(await relatedTo(id)).toEqual([other]);
  });

  test('show no heading if there are none', async () => {
    const id = await write(await newAuthor(), 'alone', ['nobody else']);
    expect(await page(world.visitor(), id)).not.toContain('接着读');
  });
});

describe('posts from before related posts were stored', () => {
  test('get theirs in the background, from where the last run stopped, once they are searchable', async () => {
    const own = await createWorld();
    const authors = [await own.member({ exp: 10_000 }), await own.member({ exp: 10_000 })];
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const body = { title: `old ${count}`, body: newBody(), tags: ['old'] };
      ids.push((await authors[count % 2]?.post('/api/studio/posts', body))?.body.id);
    }
    for (let count = 0; count < 5; count += 1) await tick(own.ctx);
    await own.sql('delete from post_related');
    const related = async () =>
      (await own.sql('select distinct post_id from post_related order by 1')).map((row) =>
        Number(row['post_id']),
      );
    const run = () => JOBS.tasks['related_backfill']?.(own.ctx, {});

    await own.sql("insert into search_backfill (kind) values ('post')");
    await run();
    expect(await related()).toEqual([]);
    await own.sql('delete from search_backfill');
    await run();
    expect(await related()).toEqual([]);
    expect(await getRelatedProgress(own.ctx)).toEqual({ done: 0, last: ids.at(-1) });

    await own.sql('delete from language_backfill');
    await own.sql('update related_backfill set after_id = $1', [ids[4]]);
    await Promise.all([run(), run()]);
    expect(await related()).toEqual(ids.slice(5));
    expect(await getRelatedProgress(own.ctx)).toBeUndefined();
    await run();
    expect(await related()).toEqual(ids.slice(5));
  });
});

describe('the end of a post', () => {
  test('has those who lit it, the author, more of the author and what to read next, then comments', async () => {
    const [one, two] = [await newAuthor(), await newAuthor()];
    await write(two, 'near', ['order of sections']);
    await write(one, 'more of one', []);
    const html = await page(world.visitor(), await write(one, 'main', ['order of sections']));
    const positions = [
      'id="lit"',
      'class="author-card"',
      'id="more-of-author"',
      'id="related"',
      'id="comments"',
    ].map((mark) => html.indexOf(mark));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  test('names the language of a tile that is not the language of the page', async () => {
    const [one, two] = [await newAuthor(), await newAuthor()];
    await write(two, 'The other language', ['lang attribute'], { lang: 'en' });
    const html = await page(
      world.visitor(),
      await write(one, '中文', ['lang attribute'], { lang: 'zh' }),
    );
    expect(html).toContain('<b lang="en">The other language</b>');
  });
});
