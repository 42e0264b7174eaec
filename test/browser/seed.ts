import sharp from 'sharp';
import { runIntegrity } from '../../src/integrity/actions.ts';
import { tick } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { seedExports } from './seed-exports.ts';
import { seedHistory } from './seed-history.ts';
import { seedPages } from './seed-pages.ts';
import { seedQueue } from './seed-queue.ts';
import { seedSeries } from './seed-series.ts';
import { type SignIn, seedSignIn } from './seed-sign-in.ts';
import { seedTransparency } from './seed-transparency.ts';
import type { Site } from './site.ts';

/** A small community with content for every kind of page, created through the API. */
export type Community = {
  owner: Client;
  admin: Client;
  /** Writes, at Lv4, with followers, comments and energy. */
  author: Client;
  /** Reads, comments and saves, at Lv3. */
  reader: Client;
  /** Has just joined: Lv0. */
  newcomer: Client;
  /** For a week. */
  banned: Client;
  /** Banned for good, with an appeal that waits. */
  appealing: Client;
  /** Below zero. */
  indebted: Client;
  /** A long public post with an image, code, a table of contents and many comments. */
  post: number;
  /** Public posts, the newest first. */
  posts: number[];
  draft: number;
  pending: number;
  rejected: number;
  locked: number;
  /** A draft with a time. */
  scheduled: number;
  /** Pending: approved ahead of its time. */
  approvedAhead: number;
  /** Public, with an edit that waits for review. */
  edited: number;
  /** Public, with three versions and a shown change. */
  revised: number;
  folder: number;
  /** Of the author: three public posts, the long one last, and a locked one. */
  series: number;
  signIn: SignIn;
  /** Has not accepted the second version of the terms. */
  asked: Client;
};

const PEOPLE = {
  author: ['author@example.org', '林小灯', '写代码，也写人间烟火。', 1720],
  reader: ['reader@example.org', '阿哲', '慢慢读，慢慢走。', 640],
  indebted: ['indebted@example.org', '欠账的猫', '下个月一定还。', 210],
  banned: ['banned@example.org', '喧哗者', '', 230],
  admin: ['admin@example.org', '巡夜人', '有事请留言。', 5200],
  owner: ['owner@example.org', '站长', '欢迎来到灯火。', 11000],
} as const;

const TITLES = [
  '在山里住了一年，我学会了修屋顶',
  'PostgreSQL 里的一次死锁，和它教我的事',
  '给孩子讲光合作用：一片叶子的早晨',
  'What a double-entry ledger taught me about honesty in software',
  '深夜食堂：三碗面与三个城市',
  '用 TypeScript 写一个不会丢字的编辑器',
  '旧书店的最后一个下午',
  '从零理解一致性哈希（附可运行代码）',
  '周末骑行路线：环太湖两百公里',
  'Notes on reading slowly',
  '一个人的播客工作流',
  '为什么我们的通知从不骗人',
];

/** Of every post in turn. */
const TAGS = [
  ['数据库', 'PostgreSQL'],
  ['山居'],
  ['数据库', '性能', 'PostgreSQL'],
  ['读书', '慢'],
  [],
];

/** An edit of the oldest post. */
const EDIT = {
  title: '在山里住了两年，我学会了修屋顶',
  body:
    '<p>先说要紧的：雨天不要上屋顶，瓦片会打滑。</p>' +
    '<p>在山里住了一年，我学会了修屋顶。写下来，是为了以后还能想起当时的天气、邻居的声音和那一点点犹豫。</p>' +
    '<p>如果你也有类似的经历，欢迎在评论里说说。没有标准答案。</p>',
  version: 1,
};

/** The index of the long post. */
const LONG = TITLES.length - 1;

export async function seedCommunity(site: Site): Promise<Community> {
  const joined: Record<string, Client> = {};
  for (const [key, [email, username, signature, exp]] of Object.entries(PEOPLE)) {
    const role = key === 'admin' || key === 'owner' ? { role: key } : ({} as const);
    const client = await site.member({ email, exp, ...(role as { role?: 'admin' | 'owner' }) });
    await requireOk(client.put('/api/settings/profile', { username, signature }));
    joined[key] = client;
  }
  const newcomer = await site.member({ email: 'newcomer@example.org' });
  const { author, reader, indebted, banned, admin, owner } = joined as Record<
    keyof typeof PEOPLE,
    Client
  >;
  const followers = [reader, admin, indebted, banned];
  for (const one of followers) await requireOk(one.post(`/api/users/${author.uid}/follow`));
  await requireOk(author.post(`/api/users/${reader.uid}/follow`));

  await giveEnergy(site, owner, {
    ...{ [author.uid]: 42, [reader.uid]: 30, [indebted.uid]: -3 },
    ...{ [admin.uid]: 6, [owner.uid]: 16 },
  });
  const cover = await upload(author);
  await requireOk(indebted.upload('/api/settings/avatar', await landscape()));
  const revised = await seedHistory(site, author);
  const posts: number[] = [];
  for (const [index, title] of TITLES.entries()) {
    const writer = index % 4 === 3 && index !== LONG ? admin : author;
    const body = index === LONG ? longBody(cover) : shortBody(title);
    const { id } = await requireOk(
      writer.post('/api/studio/posts', {
        title,
        body,
        tags: TAGS[index % TAGS.length] ?? [],
        ...(title.startsWith('Notes') ? { lang: 'en' } : {}),
        ...(index % 3 === 2 && writer === author ? { cover_url: await upload(author) } : {}),
      }),
    );
    posts.unshift(id);
    site.wait(1);
  }
  const post = posts[0] ?? 0;
  for (const [index, id] of posts.entries()) {
    if (index % 2 === 0) await requireOk(reader.post(`/api/posts/${id}/like`));
    if (index % 3 === 0) await requireOk(indebted.post(`/api/posts/${id}/like`));
    if (index % 4 === 0) await requireOk(reader.post(`/api/posts/${id}/favorite`));
  }
  for (const [giver, gifts] of [
    [owner, 8],
    [admin, 3],
    [reader, 1],
  ] as const) {
    for (let gift = 0; gift < gifts; gift += 1)
      await requireOk(giver.post('/api/energy/energize', { post_id: post, form: 'heavy' }));
  }
  await requireOk(admin.post('/api/energy/energize', { post_id: posts[1], form: 'light' }));
  // With a cover; its space begins with it.
  const pinned = posts[3] ?? 0;
  for (const giver of [reader, admin, owner])
    await requireOk(giver.post('/api/energy/energize', { post_id: pinned, form: 'heavy' }));
  await requireOk(author.put(`/api/studio/posts/${pinned}/pin`));
  await seedComments({ post, author, reader, admin, indebted });
  // Spread over some days, so that lists show different relative times.
  for (const [index, id] of posts.entries()) {
    await site.sql(
      `update post set published_at = published_at - $2 * interval '9 hours',
         created_at = created_at - $2 * interval '9 hours', updated_at = updated_at - $2 * interval '9 hours'
       where id = $1`,
      [id, index],
    );
  }
  await site.sql('insert into post_change (post_id) select id from post');
  await insertPostDays(site, post, author.uid);
  await tick(site.ctx);
  // The days inserted above have no rows behind them, so the owner's page shows differences.
  await runIntegrity(site.ctx);
  const folder = await fillFolder(reader, posts);
  await fillFolder(author, posts.slice(3, 9), '值得再读');

  const scheduled = await writeDraft(author, '冬至那天再发：一碗汤圆');
  await schedule(author, scheduled, 30);
  await seedBin(author);
  await site.review(true);
  const draft = await writeDraft(author, '写了一半：关于等待');
  const pending = await writeDraft(author, '请过目：社区公约的三条修改建议');
  await requireOk(author.post(`/api/studio/posts/${pending}/submit`));
  const rejected = await writeDraft(author, '转发抽奖，点进来就送');
  await requireOk(author.post(`/api/studio/posts/${rejected}/submit`));
  await decide(admin, rejected, 'reject', '像广告。去掉抽奖的部分后再提交。');
  const locked = await writeDraft(author, '一段引起争吵的往事');
  await requireOk(author.post(`/api/studio/posts/${locked}/submit`));
  await decide(admin, locked, 'lock', '正在核实内容。');
  const approvedAhead = await writeDraft(author, '新年的第一盏灯');
  await schedule(author, approvedAhead, 40);
  await decide(admin, approvedAhead, 'approve');
  const written = posts.filter((_, index) => (TITLES.length - 1 - index) % 4 !== 3 || index === 0);
  const series = await seedSeries(author, { posts: written, draft, locked });
  const edited = posts.at(-1) ?? 0;
  await requireOk(author.put(`/api/studio/posts/${edited}`, EDIT));
  await requireOk(reader.put('/api/settings/profile', { username: '阿哲在路上' }));
  await requireOk(
    admin.put(`/api/admin/users/${banned.uid}/status`, {
      ...{ status: 'banned', reason: '多次刷屏。', days: 7 },
    }),
  );
  await banned.logIn(banned.email, 'correct horse battery');
  const appealing = await seedAppeal(site, admin);
  // By SQL, because the banned one is blocked last.
  await site.sql(
    `insert into user_block (uid, other_uid, kind, created_at) values ($1, $2, 'block', now()), ($1, $3, 'mute', now())`,
    [indebted.uid, banned.uid, newcomer.uid],
  );
  await seedQueue(site, { reader, indebted }, posts.slice(5, 7));
  await seedTransparency(site, admin);
  await seedExports(site, { preparing: indebted, ready: reader, taken: admin });
  return {
    owner,
    admin,
    author,
    reader,
    newcomer,
    banned,
    appealing,
    indebted,
    post,
    posts,
    draft,
    pending,
    rejected,
    locked,
    scheduled,
    approvedAhead,
    edited,
    revised,
    folder,
    series,
    signIn: await seedSignIn(site),
    asked: await seedPages(site, owner),
  };
}

/** Fails the seeding at the first refused request. */
export async function requireOk(
  response: Promise<{ status: number; text: string; body: unknown }>,
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
): Promise<any> {
  const { status, text, body } = await response;
  if (status >= 300) throw new Error(`seeding failed: ${status} ${text}`);
  return body;
}

async function decide(admin: Client, id: number, move: string, reason?: string): Promise<void> {
  const { body } = await admin.get(`/api/admin/posts/${id}`);
  const version = body.edit?.version ?? body.live_version;
  await requireOk(admin.post(`/api/admin/posts/${id}/${move}`, { version, reason }));
}

async function writeDraft(author: Client, title: string): Promise<number> {
  const body = shortBody(title);
  return (await requireOk(author.post('/api/studio/posts', { title, body, draft: true }))).id;
}

async function schedule(author: Client, id: number, days: number): Promise<void> {
  const publish_at = new Date(Date.now() + days * 86_400_000).toISOString();
  await requireOk(author.put(`/api/studio/posts/${id}/schedule`, { publish_at }));
}

/** Two deleted posts, of which one was restored before. */
async function seedBin(author: Client): Promise<void> {
  for (const title of ['删掉又后悔的一篇', '删过两次的一篇']) {
    const id = await writeDraft(author, title);
    await requireOk(author.delete(`/api/studio/posts/${id}`));
    if (title.startsWith('删掉')) continue;
    await requireOk(author.post(`/api/studio/bin/${id}/restore`));
    await requireOk(author.delete(`/api/studio/posts/${id}`));
  }
}

async function fillFolder(reader: Client, posts: number[], name = '睡前读物'): Promise<number> {
  const { id } = await requireOk(
    reader.post('/api/folders', { name, description: '十点半以后只读这些。' }),
  );
  await requireOk(reader.post('/api/folders', { name: '工作参考', is_public: false }));
  for (const post_id of posts.slice(0, 5)) {
    await requireOk(reader.post(`/api/folders/${id}/posts`, { post_id }));
  }
  return id;
}

type Conversation = { post: number } & Record<'author' | 'reader' | 'admin' | 'indebted', Client>;

async function seedComments({
  post,
  author,
  reader,
  admin,
  indebted,
}: Conversation): Promise<void> {
  const comment = (who: Client, body: string) =>
    requireOk(who.post(`/api/posts/${post}/comments`, { body }));
  const reply = (who: Client, id: number, body: string) =>
    requireOk(who.post(`/api/comments/${id}/reply`, { body }));
  for (let index = 1; index <= 18; index++) {
    await comment(index % 2 ? indebted : admin, `第 ${index} 次路过，还是想说一句：写得真细。`);
  }
  const first = await comment(
    reader,
    '“通知从不骗人”这句话值得贴在墙上。\n能再讲讲聚合点赞是怎么做的吗？',
  );
  await reply(author, first.id, '可以。按人、按文章、按天合成一条，打开时才生成。');
  const more = await reply(reader, first.id, '所以取消点赞以后，那一条会自己消失？');
  await reply(author, more.id, '对，没有人还在赞，就没有那一条。@阿哲 读得真仔细。');
  await reply(admin, first.id, '补充一点：计数和列表用的是同一个查询。');
  await reply(indebted, first.id, '学到了。');
}

async function giveEnergy(
  site: Site,
  owner: Client,
  amounts: Record<number, number>,
): Promise<void> {
  for (const [uid, amount] of Object.entries(amounts)) {
    await requireOk(
      owner.post(
        '/api/admin/energy/adjust',
        { uids: [Number(uid)], amount, reason: '开张礼物', dry_run: false },
        { headers: { 'idempotency-key': `seed-${uid}` } },
      ),
    );
  }
  site.wait(60);
}

/** Past days, so that the chart has data. Without likes: those would cause notifications. */
async function insertPostDays(site: Site, post: number, author: number): Promise<void> {
  await site.sql(
    `insert into post_day (post_id, day, author_uid, comments, favorites, energy, stirred)
     select $1, current_date - ago, $2, (3 + 3 * sin(ago / 2.0))::int, (2 + 2 * cos(ago / 3.0))::int,
            (6 + 5 * sin(ago / 4.0 + 1))::int, false
       from generate_series(1, 60) as ago on conflict do nothing`,
    [post, author],
  );
  await site.sql(
    `with day as (
       insert into post_read_day (post_id, day, reads)
       select $1, current_date - ago, (40 + 900 / (1 + abs(ago - 24)) + 20 * sin(ago))::int
         from generate_series(1, 60) as ago returning post_id, day, reads
     ), authored as (
       insert into author_read_day (author_uid, day, reads) select $2, day, reads from day
     ), sourced as (
       insert into post_read_source (post_id, day, source, host, reads)
       select post_id, day, source, host, (reads * share)::int from day, (values
         ('search', '', 0.18), ('following', '', 0.14), ('topic', '', 0.08), ('outside', 'news.example.org', 0.12),
         ('outside', '', 0.03), ('direct', '', 0.1)) as each (source, host, share)
       returning post_id, day, reads
     ), measured as (
       insert into post_read_depth (post_id, day, measured, quarter, half, three_quarters, finished)
       select post_id, day, reads, (reads * 0.92)::int, (reads * 0.74)::int, (reads * 0.63)::int, (reads * 0.58)::int
         from day returning post_id, measured, finished
     ), others as (
       insert into post_read_source (post_id, day, source, reads)
       select day.post_id, day.day, 'home', day.reads - sum(sourced.reads)
         from day join sourced on sourced.post_id = day.post_id and sourced.day = day.day group by day.post_id, day.day, day.reads
     ) insert into post_read_count (post_id, reads, measured, finished)
       select post_id, sum(reads), (select sum(measured) from measured), (select sum(finished) from measured)
         from day group by post_id`,
    [post, author],
  );
  await site.sql(
    `update user_follow set post_id = $1, changed_at = changed_at - follower_uid % 7 * interval '1 day'
      where followed_uid = $2 and following`,
    [post, author],
  );
  // Two days ago; the overview compares with it.
  await site.sql(
    `insert into studio_visit (uid, seen_at, seen_reads, seen_energy, seen_comments, seen_likes, seen_favorites)
     select $1, now() - interval '2 days', reads, 0, 0, 0, 0 from author_read_day
      where author_uid = $1 and day = current_date - 2`,
    [author],
  );
}

/** A landscape, each in another colour. */
let evenings = 0;
async function landscape(): Promise<Buffer> {
  const hue = (evenings++ * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="hsl(${hue} 40% 82%)"/>
    <circle cx="860" cy="240" r="90" fill="hsl(${(hue + 40) % 360} 80% 70%)"/>
    <path d="M0 560 Q300 380 620 540 T1200 480 V800 H0Z" fill="hsl(${hue} 30% 55%)"/>
    <path d="M0 680 Q420 520 760 660 T1200 620 V800 H0Z" fill="hsl(${hue} 35% 35%)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function upload(author: Client): Promise<string> {
  return (await requireOk(author.upload('/api/posts/upload-image', await landscape()))).url;
}

function shortBody(title: string): string {
  return `<p>${title}。写下来，是为了以后还能想起当时的天气、声音和那一点点犹豫。</p><p>如果你也有类似的经历，欢迎在评论里说说。没有标准答案，只有各自走过的路。</p>`;
}

function longBody(image: string): string {
  const paragraph =
    '一条红点告诉你“有新消息”，点进去却什么也没有——几乎每个社区都犯过这个错。原因往往很简单：数字从一个地方来，列表从另一个地方来，中间隔着一层缓存和一点侥幸。';
  return `<p>${paragraph}</p>
<h2>一个数字，一个来源</h2><p>${paragraph}</p>
<figure><img src="${image}" alt="傍晚的山"><figcaption>写这篇文章的那个傍晚。</figcaption></figure>
<h3>同一个条件</h3><p>列表怎么筛选，计数就怎么筛选。下面这段代码是全部的秘密：</p>
<pre><code class="language-typescript">export async function getUnread(ctx: Context, viewer: Viewer): Promise&lt;Unread&gt; {
  await buildLikes(ctx, viewer);
  return sumUnread(await countUnread(ctx.db, { uid: viewer.uid, kinds: KINDS }));
}</code></pre>
<h2>聚合的点赞</h2><p>${paragraph}</p>
<ul><li>按人、按文章、按天合成一条；</li><li>打开时才生成；</li><li>没有人还在赞，就没有那一条。</li></ul>
<blockquote><p>能被证明的数字，才值得显示。</p></blockquote>
<h2>代价</h2><p>${paragraph}</p><p>${paragraph}</p>
<table><thead><tr><th>做法</th><th>读</th><th>写</th></tr></thead><tbody><tr><td>缓存计数</td><td>快</td><td>慢，会错</td></tr><tr><td>同一查询</td><td>一样快</td><td>不变</td></tr></tbody></table>
<h3>还没做完的</h3><ul class="task-list"><li data-checked="true">删掉缓存<ul><li>先在一台机器上</li></ul></li><li data-checked="false">量一量最慢的那个人<span class="footnote">收藏最多的那位，见 https://example.org/slow。</span></li></ul>
<p>一次查询的代价是 <code class="language-math">O(\\log n)</code>，整天下来：</p>
<pre><code class="language-math">\\sum_{i=1}^{n} \\log i = \\log n! \\approx n \\log n - n</code></pre>
<figure class="missing-picture"><a href="https://pictures.invalid/old-chart.png">旧博客里的图表</a><figcaption>那年的曲线</figcaption></figure>
<hr><p>写于<span class="footnote">北京时间</span>深夜。</p>`;
}

async function seedAppeal(site: Site, admin: Client): Promise<Client> {
  const appealing = await site.member({ email: 'appealing@example.org', exp: 230 });
  const ban = { status: 'banned', reason: '发布广告。' };
  await requireOk(admin.put(`/api/admin/users/${appealing.uid}/status`, ban));
  await appealing.logIn(appealing.email, 'correct horse battery');
  const body = '那篇文章里的链接是我自己的博客，没有卖东西。我已经把它删掉了，请再看一次。';
  await requireOk(appealing.post('/api/auth/appeal', { body }));
  return appealing;
}
