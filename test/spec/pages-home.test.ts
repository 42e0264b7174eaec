import { describe, expect, test } from 'vitest';
import { tick } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld, type World } from '../support/world.ts';

const LONG = `<p>${'灯'.repeat(400)}</p>`;
const HOUR = 3600;

async function write(writer: Client, title: string, body = LONG, more = {}): Promise<number> {
  const {
    status,
    text,
    body: post,
  } = await writer.post('/api/studio/posts', {
    ...{ title, body, ...more },
  });
  if (status !== 201) throw new Error(text);
  return post.id;
}

async function picture(writer: Client, width: number, height: number): Promise<string> {
  return (await writer.upload('/api/posts/upload-image', await pictureOf('png', width, height)))
    .body.url;
}

/** As if readers had given it. */
function light({ sql }: World, id: number, energy: number) {
  return sql('update post_count set energy = $2 where post_id = $1', [id, energy]);
}

const show = async (client: Client, url: string) =>
  (await client.get(url, { headers: { accept: 'text/html' } })).text;

/** The titles in the list, in order. */
function titlesIn(html: string): string[] {
  return [...html.matchAll(/data-stop[^>]*>([^<]*)<\/a>/g)].map((match) => match[1] ?? '');
}

const cardOf = (html: string, id: number) =>
  html.split('<article ').find((card) => card.includes(`href="/posts/${id}" data-stop`)) ?? '';

describe('cards', async () => {
  const world = await createWorld();
  const author = await world.member({ exp: 2000 });

  test('the kind comes from the pictures and the length of the text', async () => {
    const [wide, small] = [await picture(author, 1200, 800), await picture(author, 500, 400)];
    const image = (url: string) => `${LONG}<p><img src="${url}" alt=""></p>`;
    const chosen = await write(author, 'a', LONG, { cover_url: wide });
    const first = await write(author, 'b', `${image(small)}${image(wide)}`);
    const none = await write(author, 'c', image(small));
    const note = await write(author, 'd', '<p>一行</p><p>再一行</p>');
    const { body } = await world.visitor().get('/api/posts');
    const byId = new Map<number, Record<string, unknown>>(
      body.items.map((post: { id: number }) => [post.id, post]),
    );
    const shown = { url: wide, width: 1200, height: 800 };
    expect(byId.get(chosen)).toMatchObject({ kind: 'cover', picture: shown, minutes: 1 });
    expect(byId.get(first)).toMatchObject({ kind: 'cover', picture: shown, cover_url: null });
    expect(byId.get(none)).toMatchObject({ kind: 'plain', picture: null, note: null });
    expect(byId.get(note)).toMatchObject({ kind: 'note', note: '一行\n再一行' });
  });

  test('a note shows its whole text and not its summary', async () => {
    const text = '灯'.repeat(199);
    const id = await write(author, 'note', `<p>${text}</p><p></p>`, { summary: 'in short' });
    const card = cardOf(await show(world.visitor(), '/posts'), id);
    expect(card).toContain('post-card-note');
    expect(card).toContain(`>${text}</p>`);
    expect(card).not.toContain('in short');
  });

  test('an edit changes the card', async () => {
    const id = await write(author, 'short', '<p>few words</p>');
    const edit = { title: 'long', body: LONG, version: 1 };
    await author.put(`/api/studio/posts/${id}`, edit);
    expect(cardOf(await show(world.visitor(), '/posts'), id)).toContain('post-card-plain');
  });

  test('a text that an older program saved gets its card when it is first listed', async () => {
    const id = await write(author, 'old', '<p>written before</p>');
    // The older program knows none of these columns.
    await world.sql(
      "update post set live_version = 1, card_version = 0, note = 'stale' where id = $1",
      [id],
    );
    expect(cardOf(await show(world.visitor(), '/posts'), id)).toContain('>written before</p>');
    const [row] = await world.sql('select card_version, note from post where id = $1', [id]);
    expect(row).toEqual({ card_version: 1, note: 'written before' });
  });
});

describe('the lead', async () => {
  const world = await createWorld();
  const author = await world.member({ exp: 2000 });
  const reader = await world.member({ exp: 2000 });
  const cover_url = await picture(author, 960, 540);
  const bright = await write(author, 'bright', LONG, { cover_url });
  await light(world, bright, 9);
  const dim = await write(author, 'dim', LONG, { cover_url });
  await light(world, dim, 3);
  for (let index = 0; index < 20; index += 1) {
    world.wait(1);
    await write(author, `later ${index}`);
  }

  test('stands first on the first page of the newest, though it is not among the newest', async () => {
    for (const url of ['/', '/posts']) {
      const html = await show(reader, url);
      expect(titlesIn(html)[0]).toBe('bright');
      expect(html.match(/post-card-lead/g)).toHaveLength(1);
      expect(cardOf(html, bright)).toContain('今夜最亮');
    }
  });

  test('is on no other page and in no other list', async () => {
    const html = await show(reader, '/posts');
    const next = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await show(reader, next);
    expect(titlesIn(second)).toContain('bright');
    for (const page of [second, await show(reader, '/posts?order=hot')])
      expect(page).not.toContain('post-card-lead');
    expect(await show(reader, `/space/${author.uid}`)).not.toContain('post-card-lead');
  });

  test('is not shown twice, and is gone when it is hidden', async () => {
    await world.sql('update post set published_at = $2 where id = $1', [dim, world.ctx.now()]);
    await light(world, dim, 30);
    expect(titlesIn(await show(reader, '/')).filter((title) => title === 'dim')).toHaveLength(1);
    await author.delete(`/api/studio/posts/${dim}`);
    const html = await show(reader, '/');
    expect(html).not.toContain('>dim<');
    expect(titlesIn(html)[0]).toBe('bright');
  });

  test('is younger than a day', async () => {
    world.wait(23.9 * HOUR);
    expect(titlesIn(await show(reader, '/posts'))[0]).toBe('bright');
    world.wait(HOUR);
    expect(await show(reader, '/posts')).not.toContain('post-card-lead');
  });
});

describe('people worth following', async () => {
  const world = await createWorld();
  const [viewer, followed, banned, gone, other] = await Promise.all(
    Array.from({ length: 5 }, () => world.member({ exp: 2000 })),
  );
  const people = { viewer, followed, banned, gone, other } as Record<string, Client>;
  for (const [name, client] of Object.entries(people)) {
    await client.put('/api/settings/profile', {
      username: `the-${name}`,
      signature: `I am ${name}`,
    });
    await light(world, await write(client, name), 5);
  }
  const suggested = (html: string) =>
    [...html.matchAll(/class="person-name" href="[^"]+"><span>([^<]+)</g)].map((match) => match[1]);

  test('are never oneself, followed, banned or deleted', async () => {
    const member = people['viewer'] as Client;
    expect(suggested(await show(member, '/'))).not.toContain('the-viewer');
    await member.post(`/api/users/${people['followed']?.uid}/follow`, { following: true });
    await world.sql("update users set status = 'banned' where uid = $1", [people['banned']?.uid]);
    await world.sql('update users set deleted_at = now() where uid = $1', [people['gone']?.uid]);
    const html = await show(member, '/');
    expect(suggested(html)).toEqual(['the-other']);
    expect(html).toContain('I am other');
    expect(html).toContain(`action="/users/${people['other']?.uid}/follow"`);
  });

  test('replace the empty list of a member who follows nobody', async () => {
    const newcomer = await world.member();
    const html = await show(newcomer, '/posts?order=following');
    expect(html).toContain('还没有关注谁');
    expect(suggested(html)).toEqual(expect.arrayContaining(['the-other', 'the-viewer']));
    await newcomer.submit(`/users/${people['other']?.uid}/follow`, { following: 'true' });
    expect(titlesIn(await show(newcomer, '/posts?order=following'))).toEqual(['other']);
  });
});

describe('the home page of an anonymous visitor', async () => {
  const world = await createWorld();
  const author = await world.member({ exp: 2000 });
  const other = await world.member({ exp: 2000 });
  const cover_url = await picture(author, 960, 540);
  const old = await write(author, 'far down', LONG, { cover_url });
  for (let index = 0; index < 25; index += 1) {
    world.wait(1);
    await write(other, `later ${index}`);
  }
  const lamps = (html: string) =>
    [...html.matchAll(/<li class="(glow-\d) sag-\d"><a href="\/posts\/(\d+)"/g)].map(
      ([, glow, id]) => `${id} ${glow}`,
    );

  test('has the brightest posts as plain links and nothing personal', async () => {
    await light(world, old, 9);
    const html = await show(world.visitor(), '/');
    expect(lamps(html)).toHaveLength(11);
    expect(lamps(html)).toContain(`${old} glow-3`);
    expect(html).toContain('href="/about/energy"');
    expect(html).not.toContain('home-today');
    expect(html).not.toContain('csrf_token');
  });

  test('is cached, and changes with a lamp, a title or a member that only the panel or the rail shows', async () => {
    const before = await show(world.visitor(), '/');
    expect(await show(world.visitor(), '/')).toBe(before);
    await light(world, old, 81);
    expect(lamps(await show(world.visitor(), '/'))).toContain(`${old} glow-5`);
    const edit = { title: 'another name', body: LONG, cover_url, version: 1 };
    await author.put(`/api/studio/posts/${old}`, edit);
    expect(await show(world.visitor(), '/')).toContain('another name');
    await author.put('/api/settings/profile', { username: 'the-lamp-keeper' });
    expect(await show(world.visitor(), '/')).toContain('the-lamp-keeper');
    await author.delete(`/api/studio/posts/${old}`);
    expect(await show(world.visitor(), '/')).not.toContain('another name');
  });
});

describe('the card of today', async () => {
  const world = await createWorld();

  test('has the check-ins of seven days, the balance and what energizing can still earn', async () => {
    const member = await world.member({ exp: 300 });
    await show(member, '/');
    world.wait(2 * 24 * HOUR);
    await member.logIn(member.email, 'correct horse battery');
    const html = await show(member, '/');
    const days = [...html.matchAll(/class="today-day (glow-\d)"/g)].map((match) => match[1]);
    expect(days).toEqual([...Array(4).fill('glow-0'), 'glow-1', 'glow-0', 'glow-1']);
    expect(html).toContain('<b>2</b> 点能量');
    expect(html).toContain('今天还能因充能得 50 经验');
  });

  test('tells a new member why there is no check-in yet', async () => {
    const html = await show(await world.member(), '/');
    expect(html).toMatch(/升到 Lv1 后可以签到/);
    expect(html).toMatch(/<button[^>]*disabled[^>]*>签到/);
  });
});

describe('topics', async () => {
  const world = await createWorld();
  const [one, two, viewer] = [
    await world.member({ exp: 2000 }),
    await world.member({ exp: 2000 }),
    await world.member({ exp: 2000 }),
  ];
  const topics = (html: string) =>
    [...html.matchAll(/class="topic">([^<]+)<\/span><span class="meta">([^<]+)</g)].map(
      ([, name, count]) => `${name} ${count}`,
    );
  await write(one, 'a', LONG, { tags: ['night', 'alone'] });
  await write(one, 'b', LONG, { tags: ['alone', 'bread'] });
  await write(two, 'c', LONG, { tags: ['night', 'bread'] });
  await write(two, 'd', LONG, { tags: ['night', 'once'] });
  await tick(world.ctx);

  test('are those that several people wrote about this week, then the most used of all', async () => {
    for (const client of [world.visitor(), viewer])
      expect(topics(await show(client, '/'))).toEqual([
        'night 本周 3 篇',
        'bread 本周 2 篇',
        'alone 共 2 篇',
      ]);
    expect(await show(viewer, '/posts')).toContain('href="/tags/night"');
  });

  test('are gone when staff block them, and when their posts are hidden', async () => {
    const visitor = world.visitor();
    await world.sql("update tag set blocked = true where slug = 'night'");
    expect(topics(await show(visitor, '/'))).toEqual(['bread 本周 2 篇', 'alone 共 2 篇']);
    await world.sql("update tag set blocked = false where slug = 'night'");
    await world.sql(
      `with hidden as (update post set deleted_at = now() where title in ('a', 'b') returning id)
       insert into post_change (post_id) select id from hidden`,
    );
    await tick(world.ctx);
    expect(topics(await show(visitor, '/'))).toEqual(['night 共 2 篇']);
  });

  test('of last week are no topics of these days', async () => {
    world.wait(8 * 24 * HOUR);
    expect(topics(await show(world.visitor(), '/'))).toEqual(['night 共 2 篇']);
  });

  test('stand beside people where a member follows neither, and following a topic ends that', async () => {
    const member = await world.member();
    const html = await show(member, '/posts?order=following');
    expect(html).toContain('或者从话题开始');
    expect(topics(html)).toEqual(['night 共 2 篇']);
    await world.sql(
      "insert into tag_follow (uid, tag_id, created_at) select $1, id, now() from tag where slug = 'night'",
      [member.uid],
    );
    expect(await show(member, '/posts?order=following')).not.toContain('还没有关注谁');
  });
});

describe('why people are worth following', async () => {
  const world = await createWorld();
  const author = await world.member({ exp: 2000 });
  const old = await write(author, 'long ago');
  await light(world, old, 100);
  await world.sql(
    "update post set published_at = published_at - interval '31 days' where id = $1",
    [old],
  );
  await light(world, await write(author, 'lately'), 41);
  await write(author, 'also lately');

  test('is what they wrote in the last days and the energy that it received', async () => {
    for (const client of [world.visitor(), await world.member()])
      expect(await show(client, '/')).toContain('30 天内 2 篇，收到 41 能量');
    const english = { headers: { accept: 'text/html', 'accept-language': 'en' } };
    const { text } = await world.visitor().get('/', english);
    expect(text).toContain('2 posts in 30 days, 41 energy');
  });

  test('does not count hidden posts', async () => {
    await world.sql("update post set deleted_at = now() where title = 'lately'");
    expect(await show(world.visitor(), '/')).toContain('>30 天内 1 篇<');
  });
});

describe('the language filter', async () => {
  const world = await createWorld();
  const author = await world.member({ exp: 2000 });
  const filter = (html: string) =>
    [
      ...((html.split('class="segment"')[1] ?? '').split('</nav>')[0]?.matchAll(/>([^<]+)<\/a>/g) ??
        []),
    ].map(([, name]) => name);
  await write(author, '一', LONG, { lang: 'zh' });
  await write(author, '二', LONG, { lang: 'zh' });

  test('is not shown while all posts are in one language', async () => {
    expect(await show(author, '/')).not.toContain('class="segment"');
  });

  test('lists the posts of one language, and the tabs and pages stay in it', async () => {
    await write(author, 'one', LONG, { lang: 'en' });
    const html = await show(author, '/');
    expect(filter(html)).toEqual(['全部', '中文', 'English']);
    expect(html).toContain('href="/posts?lang=en"');
    expect(titlesIn(html)).toEqual(['one', '二', '一']);
    const english = await show(author, '/posts?lang=en');
    expect(titlesIn(english)).toEqual(['one']);
    expect(english).toContain('href="/posts?order=hot&amp;lang=en"');
    expect(english).toContain('href="/posts?order=following"');
    for (let made = 0; made < 25; made += 1)
      await write(author, `en ${made}`, LONG, { lang: 'en' });
    const first = await show(author, '/posts?lang=en');
    const next = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toContain('lang=en');
    expect([...titlesIn(first), ...titlesIn(await show(author, next))]).toHaveLength(26);
  });

  test('explains where a language has no posts, and offers all', async () => {
    const html = await show(world.visitor(), '/posts?lang=fr');
    expect(html).toContain('这种语言还没有文章');
    expect(filter(html)).toEqual(['全部', 'English', '中文', 'Français']);
  });

  test('an unknown language is none', async () => {
    const { status } = await world
      .visitor()
      .get('/posts?lang=xx', { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
  });
});
