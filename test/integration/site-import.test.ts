import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openRedirects } from '../../src/site-import/actions/redirects.ts';
import { COMMAND } from '../support/built-programs.ts';
import { writeFiles } from '../support/import-sources.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { pictureOf } from '../support/picture.ts';
import { ensureServerBuilt } from '../support/resources.ts';
import {
  countRows,
  createImportWorld,
  differencesAfterTick,
  importFrom,
} from '../support/site-import.ts';
import { until } from '../support/until.ts';
import { createWorld } from '../support/world.ts';
import { type WxrItem, writeWxr } from '../support/wxr.ts';

const { world, old, requested } = await createImportWorld();
const POSTS = 500;
const directory = emptyDirectory();
const path = join(directory, 'export.xml');
const AUTHORS = [
  { id: 1, login: 'ada', email: 'ada@old.example', name: 'Ada' },
  { id: 2, login: 'wen', email: 'WEN@old.example', name: '阿文' },
];

/** Every tenth is a draft, every 25th private, every seventh English; each has a picture and a comment of its author. */
function itemOf(id: number): WxrItem {
  const isEnglish = id % 7 === 0;
  const picture = `${old}/wp-content/uploads/2012/05/p${id % 40}-300x200.jpg`;
  const text = isEnglish
    ? `The lamp number ${id} was lit in the evening.\nIt burns for a while.\n\nA second paragraph.`
    : `第 ${id} 盏灯在傍晚亮起来。\n它会亮一会儿。\n\n第二段。`;
  const status = id % 10 === 0 ? 'draft' : id % 25 === 1 ? 'private' : 'publish';
  const day = String((id % 28) + 1).padStart(2, '0');
  return {
    id,
    title: isEnglish ? `Lamp ${id}` : `灯 ${id}`,
    author: id % 2 === 0 ? 'ada' : 'wen',
    status,
    date: `2012-05-${day} 10:00:00`,
    link: `${old}/2012/05/${encodeURIComponent(isEnglish ? `lamp-${id}` : `灯-${id}`).toLowerCase()}/`,
    content: `${text}\n\n<img class="alignnone" src="${picture}" alt="灯"/>`,
    categories: ['Uncategorized', '生活'],
    tags: [`标签${id % 20}`, 'lamps'],
    comments: [
      { id: id * 10, author: 'Ada', user_id: 1, text: `好看 ${id}\n第二行` },
      { id: id * 10 + 1, author: '阿文', user_id: 2, parent: id * 10, text: '谢谢' },
      { id: id * 10 + 2, author: 'Guest', email: 'ada@old.example', text: 'Nice post' },
      { id: id * 10 + 3, author: 'spam', approved: 'spam', text: 'buy' },
    ],
  };
}

const items: WxrItem[] = [
  ...Array.from({ length: POSTS }, (_, index) => itemOf(index + 1)),
  { id: 9001, title: 'About', type: 'page', author: 'ada', content: '<p>About us</p>' },
  {
    ...{ id: 9002, title: 'p1', type: 'attachment', author: 'ada', status: 'inherit' },
    attachment_url: `${old}/wp-content/uploads/2012/05/p1.jpg`,
  },
  { id: 9003, title: 'Menu', type: 'nav_menu_item' },
  { id: 9004, title: 'Gone', status: 'trash', author: 'ada', content: 'gone' },
];
const drafts = items.filter(({ status }) => status === 'draft' || status === 'private').length;
const publicPosts = POSTS - drafts;

beforeAll(() => writeFileSync(path, writeWxr(old, AUTHORS, items)));

test('import: a dry run counts everything and writes nothing', async () => {
  const { report } = await importFrom(world, 'wordpress', { path }, { dry_run: true });
  expect(report.counts).toMatchObject({
    posts: publicPosts,
    drafts,
    comments: publicPosts * 2,
    new_members: 2,
    pictures_stored: 0,
    pictures_to_fetch: expect.any(Number),
  });
  expect(Object.fromEntries(report.left_out)).toMatchObject({
    pages: 1,
    'menus and settings': 1,
    'posts in the trash': 1,
    'comments of guests': publicPosts,
    'comments that were not approved': POSTS,
    'comments on what is not public here': drafts * 3,
  });
  expect(report.problems).toEqual([]);
  expect(requested).toEqual([]);
  for (const table of ['users', 'post', 'comment', 'upload', 'import_record'])
    expect(await countRows(world, table)).toBe(0);
});

test('import: an export of WordPress with 500 posts arrives whole, and the counters agree', async () => {
  const redirects = await openRedirects(join(directory, 'redirects'), world.ctx.config.BASE_URL);
  const { report, invitations } = await importFrom(world, 'wordpress', { path }, { redirects });
  await redirects.close();
  expect(report.problems).toEqual([]);
  expect(report.counts).toMatchObject({ posts: publicPosts, drafts, comments: publicPosts * 2 });
  expect(await countRows(world, 'post', `status = 'approved'`)).toBe(publicPosts);
  expect(await countRows(world, 'post', `status = 'draft' and published_at is null`)).toBe(drafts);
  expect(await countRows(world, 'comment', 'root_id is not null')).toBe(publicPosts);
  expect(await countRows(world, 'notification', `kind in ('comment', 'reply', 'mention')`)).toBe(0);
  expect(await countRows(world, 'energy_transfer')).toBe(0);
  // Each picture of the forty once for each of the two authors.
  expect(report.counts.pictures_stored).toBe(40);
  expect(new Set(requested).size).toBe(40);
  expect(invitations.map(({ email }) => email).toSorted()).toEqual([
    'WEN@old.example',
    'ada@old.example',
  ]);
  expect(await differencesAfterTick(world)).toEqual([]);
}, 300_000);

test('import: a post has its dates, author, tags, paragraphs, picture, comments and language', async () => {
  const [row] = await world.sql(`select id from post where title = '灯 3'`);
  const { body: post } = await world.visitor().get(`/api/posts/${row?.['id']}`);
  expect(post).toMatchObject({
    author: { username: '阿文' },
    created_at: '2012-05-04T10:00:00.000Z',
    published_at: '2012-05-04T10:00:00.000Z',
    tags: [{ name: '生活' }, { name: '标签3' }, { name: 'lamps' }],
    lang: 'zh',
    comment_count: 2,
  });
  expect(post.body).toMatch(
    /^<p>第 3 盏灯在傍晚亮起来。<br>它会亮一会儿。<\/p><p>第二段。<\/p><figure><img src="\/uploads\/post\/[^"]+" alt="灯" width="640" height="400"><\/figure>$/,
  );
  const { body: comments } = await world.visitor().get(`/api/posts/${post.id}/comments`);
  expect(comments.items[0]).toMatchObject({
    body: '好看 3\n第二行',
    author: { username: 'Ada' },
    created_at: '2012-05-04T10:00:00.000Z',
    replies: [{ body: '谢谢', author: { username: '阿文' } }],
  });
  const found = await world.visitor().get('/api/search?q=lamp%20number%207');
  expect(found.body.items.length).toBeGreaterThan(0);
});

test('import: again, also two at the same time, nothing is doubled', async () => {
  const before = await Promise.all(
    ['users', 'post', 'comment', 'upload'].map((table) => countRows(world, table)),
  );
  const runs = await Promise.all([0, 1].map(() => importFrom(world, 'wordpress', { path })));
  for (const { report } of runs) {
    expect(report.counts).toMatchObject({ posts: 0, drafts: 0, comments: 0, new_members: 0 });
    expect(report.counts.already_imported).toBe(POSTS + publicPosts * 2);
    expect(report.problems).toEqual([]);
  }
  const after = await Promise.all(
    ['users', 'post', 'comment', 'upload'].map((table) => countRows(world, table)),
  );
  expect(after).toEqual(before);
}, 120_000);

test('import: the files for nginx and Caddy are valid and lead from every spelling of an old address', async () => {
  const nginx = readFileSync(join(directory, 'redirects/redirects.nginx.conf'), 'utf8');
  const caddy = readFileSync(join(directory, 'redirects/redirects.caddy'), 'utf8');
  const [row] = await world.sql(`select id from post where title = '灯 3'`);
  const target = `${world.ctx.config.BASE_URL}/posts/${row?.['id']}`;
  for (const text of [nginx, caddy]) {
    expect(text).toContain(`"/2012/05/灯-3" "${target}"`);
    expect(text).toContain(`"/2012/05/灯-3/" "${target}"`);
    expect(text).toContain(`"/?p=3" "${target}"`);
    // A draft has no address here.
    expect(text).not.toContain('/?p=10"');
  }
  const site = join(directory, 'nginx.conf');
  writeFileSync(
    site,
    `events {} http { map_hash_bucket_size 1024; include ${directory}/redirects/redirects.nginx.conf;
       server { listen 127.0.0.1:1; if ($lamplight_path) { return 301 $lamplight_path; } } }`,
  );
  execFileSync('nginx', [
    '-t',
    '-q',
    '-c',
    site,
    '-g',
    `error_log stderr; pid ${directory}/nginx.pid;`,
  ]);
  writeFileSync(
    join(directory, 'Caddyfile'),
    'http://old.example {\n\timport redirects/redirects.caddy\n}\n',
  );
  execFileSync(
    'caddy',
    ['validate', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile'],
    { stdio: 'pipe' },
  );
});

test('import: the command can be killed at any moment; run again, everything is there once', async () => {
  await ensureServerBuilt();
  const fresh = await createWorld();
  const folder = emptyDirectory();
  const count = 40;
  const file = join(folder, 'export.xml');
  writeFiles(folder, {
    'export.xml': writeWxr(old, AUTHORS, items.slice(0, count)),
    ...Object.fromEntries(
      await Promise.all(
        Array.from({ length: count }, async (_, n) => [
          `uploads/2012/05/p${n}.jpg`,
          await pictureOf('jpeg', 64 + n, 48),
        ]),
      ),
    ),
  });
  const env = settingsOf(fresh.ctx.config);
  const args = ['import', 'wordpress', file, '--files', join(folder, 'uploads')];
  for (const posts of [1, 7, 20]) {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    });
    const gone = once(child, 'exit');
    await until(async () => child.exitCode !== null || (await countRows(fresh, 'post')) >= posts);
    child.kill('SIGKILL');
    await gone;
  }
  expect(await countRows(fresh, 'post')).toBeLessThan(count);
  const run = operatorOf(env);
  const { code, stdout, stderr } = await run(args.join(' '));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/already imported/);
  // Every invitation is printed again, for those whom no mail reached.
  expect(stdout).toMatch(/ada@old\.example\thttp\S+\/reset\/v2\./);
  const open = items.slice(0, count).filter(({ status }) => status === 'publish').length;
  expect(await countRows(fresh, 'users')).toBe(2);
  expect(await countRows(fresh, 'post')).toBe(count);
  expect(await countRows(fresh, 'import_record')).toBe(2 + count + open * 2);
  expect(await countRows(fresh, 'comment')).toBe(open * 2);
  expect(await countRows(fresh, 'post', `body like '%<img src="/uploads/%'`)).toBe(count);
  expect(await differencesAfterTick(fresh)).toEqual([]);
  const link = /reset\/(v2\.\S+)/.exec(stdout)?.[1];
  const reset = { token: link, new_password: 'a long enough passphrase' };
  expect((await fresh.visitor().post('/api/auth/reset-password', reset)).status).toBeLessThan(300);
}, 240_000);
