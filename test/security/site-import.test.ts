import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPictureFiles } from '../../src/site-import/actions/picture-files.ts';
import { openRedirects } from '../../src/site-import/actions/redirects.ts';
import { describeReport } from '../../src/site-import/report.ts';
import { XML_FIELD_MAX } from '../../src/site-import/rules.ts';
import { discourseTopic, ghostExport, writeFiles } from '../support/import-sources.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { pictureOf } from '../support/picture.ts';
import { countRows, createImportWorld, importFrom } from '../support/site-import.ts';
import { writeWxr } from '../support/wxr.ts';

const { world, old, requested } = await createImportWorld();
const ADA = { id: 1, login: 'ada', email: 'ada@old.example', name: 'Ada' };
const directory = emptyDirectory();

function fileOf(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const wxr = writeWxr(old, [ADA], [{ id: 1, title: 'A &lol9; B', author: 'ada', content: 'text' }]);

test('import: a file that declares entities is refused before any is expanded', async () => {
  const bomb = Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`,
  ).join('');
  for (const doctype of [
    `<!DOCTYPE rss [<!ENTITY lol0 "lol">${bomb}]>`,
    '<!DOCTYPE rss [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE rss SYSTEM "http://169.254.169.254/x.dtd">',
  ]) {
    const path = fileOf('bomb.xml', wxr.replace('<rss', `${doctype}<rss`));
    await expect(importFrom(world, 'wordpress', { path })).rejects.toThrow(/DOCTYPE/);
  }
  expect(await countRows(world, 'post')).toBe(0);
});

test('import: a field without an end, deep nesting and a broken file end the import with a reason', async () => {
  const head = wxr.slice(0, wxr.indexOf('<title>A'));
  const cases: [string, RegExp][] = [
    [`${head}<title><![CDATA[${'x'.repeat(XML_FIELD_MAX + 100_000)}`, /too large/],
    [`${head}${'<a>'.repeat(100)}`, /nested too deeply/],
    [`${head}<title>cut off`, /not an export/],
    ['{"not":"xml"}', /not an export/],
    ['<html><body></body></html>', /not an export/],
  ];
  for (const [text, reason] of cases)
    await expect(importFrom(world, 'wordpress', { path: fileOf('bad.xml', text) })).rejects.toThrow(
      reason,
    );
  await expect(
    importFrom(world, 'ghost', { path: fileOf('bad.json', '{"a":'), old }),
  ).rejects.toThrow(/not JSON/);
  await expect(importFrom(world, 'ghost', { path: fileOf('bad.json', '[]'), old })).rejects.toThrow(
    /not an export/,
  );
  await expect(importFrom(world, 'discourse', { path: emptyDirectory(), old })).rejects.toThrow(
    /no topic/,
  );
});

test('import: scripts, handlers, styles and dangerous addresses of every system are gone', async () => {
  const evil =
    '<script>alert(1)</script><p style="x" onclick="alert(1)">ok</p><a href="javascript:alert(1)">a</a>' +
    '<img src=x onerror=alert(1)><img src="data:text/html,x"><svg onload=alert(1)><iframe srcdoc="<script>alert(1)</script>"></iframe>' +
    '<iframe src="javascript:alert(1)"></iframe><figure class="kg-bookmark-card"><a href="javascript:alert(1)">b</a></figure>' +
    '<math><mtext><style><img src onerror=alert(1)></style></mtext></math><object data="javascript:alert(1)"></object>';
  const folder = join(directory, 'forum');
  const notes = join(directory, 'notes');
  writeFiles(folder, {
    'u.json': JSON.stringify([{ username: 'ada', name: 'Ada', email: ADA.email }]),
    't.json': discourseTopic({ id: 1, title: 'Forum <script>' }, [
      { cooked: evil },
      { cooked: evil },
    ]),
  });
  writeFiles(notes, {
    'a.md': `---\ntitle: "Note"\nauthor: Ada <ada@old.example>\n---\n${evil}\n\n[x](javascript:alert(1))`,
  });
  const content = `${evil}[caption caption='<script>alert(1)</script>']<img src="${old}/a.jpg">[/caption][embed]javascript:alert(1)[/embed]`;
  const path = fileOf(
    'evil.xml',
    writeWxr(old, [ADA], [{ id: 1, title: 'Blog', author: 'ada', content }]),
  );
  await importFrom(world, 'wordpress', { path });
  await importFrom(world, 'ghost', {
    path: fileOf('evil.json', ghostExport([{ title: 'Ghost', slug: 'g', html: evil }])),
    old,
  });
  await importFrom(world, 'discourse', { path: folder, old });
  await importFrom(world, 'markdown', { path: notes });
  const rows = await world.sql('select body from post');
  expect(rows).toHaveLength(4);
  for (const { body } of rows) {
    expect(body).toContain('ok');
    expect(body).not.toMatch(
      /<script|<svg|<style|<iframe|<object|onerror=|onclick=|style=|href="javascript|src="data:/i,
    );
  }
  for (const { body } of await world.sql('select body from comment'))
    expect(body).not.toMatch(/alert\(1\)<\/script>|^<script/);
});

test('import: a text, a title and tags that are too long do not end the import', async () => {
  const items = [
    {
      id: 11,
      title: 'x'.repeat(5000),
      author: 'ada',
      content: 'short',
      tags: ['t'.repeat(3000), 'a/b', 'fine'],
    },
    { id: 12, title: 'Long', author: 'ada', content: 'y'.repeat(300_000) },
    { id: 13, title: 'Deep', author: 'ada', content: `<!-- wp: -->${'<div>'.repeat(500)}x` },
    { id: 14, title: 'Nobody', author: 'ghost', content: 'text' },
    { id: 15, title: '\u202eReversed\u0007', author: 'ada', content: 'text' },
  ];
  const { report } = await importFrom(world, 'wordpress', {
    path: fileOf('long.xml', writeWxr(old, [ADA], items)),
  });
  expect(report.counts.posts).toBe(2);
  expect(report.problems.map(({ reason }) => reason)).toEqual([
    'the text is longer than 200 kB',
    'the HTML is too complex',
    'has no mail address: use --author or --authors',
  ]);
  const [row] = await world.sql(`select title from post where title like 'xxx%'`);
  expect(String(row?.['title'])).toHaveLength(120);
  // None of them may reach a terminal.
  expect(describeReport(report, { dry_run: false })).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('import: no address, file name or symbolic link leads out of the folders of pictures', async () => {
  const root = join(directory, 'root');
  const secret = await pictureOf('png');
  writeFiles(directory, {
    'secret.png': secret,
    'root/in/a.png': secret,
    'root/in/note.md': '# x\n\ny',
  });
  symlinkSync(join(directory, 'secret.png'), join(root, 'in/link.png'));
  symlinkSync(directory, join(root, 'in/up'));
  symlinkSync(join(directory, 'forum'), join(root, 'linked'));
  for (const options of [
    { files: root, source: null, host: 'old.example' },
    { files: null, source: root, host: 'old.example' },
  ]) {
    const files = await openPictureFiles(options);
    const found = (address: string) => files.find(address, 'in');
    expect(await found('in/a.png')).toEqual(secret);
    for (const address of [
      ...[
        '../secret.png',
        '../../secret.png',
        'in/../../secret.png',
        '..%2fsecret.png',
        '%2e%2e/secret.png',
      ],
      ...[
        'in/link.png',
        'link.png',
        'in/up/secret.png',
        'up/secret.png',
        join(directory, 'secret.png'),
      ],
      ...[
        'in/a.png%00.jpg',
        'file:///etc/passwd',
        'https://old.example/..%2f..%2fsecret.png',
        '..\\secret.png',
      ],
      'https://old.example/in/%2e%2e/%2e%2e/secret.png',
      'https://elsewhere.example/in/a.png',
      ...['in', '.', '', '%', '/etc/passwd', '/proc/self/environ'],
    ])
      expect(await found(address), address).toBeUndefined();
  }
  const { report } = await importFrom(world, 'markdown', { path: root }, { author: ADA.email });
  expect(report.counts.posts).toBe(1);
  expect(report.left_out.get('symbolic links')).toBe(3);
});

test('import: pictures at private addresses are not fetched, and stay links', async () => {
  const before = requested.length;
  const addresses = [
    'http://127.0.0.1/a.png',
    'http://169.254.169.254/a.png',
    'http://localhost/b.png',
    'http://[::1]/c.png',
  ];
  const content = addresses.map((src) => `<p>a</p><img src="${src}">`).join('');
  const { report } = await importFrom(world, 'wordpress', {
    path: fileOf(
      'ssrf.xml',
      writeWxr(old, [ADA], [{ id: 21, title: 'Private', author: 'ada', content }]),
    ),
  });
  expect(report.counts).toMatchObject({ posts: 1, pictures_stored: 0, pictures_missing: 4 });
  expect(requested.length).toBe(before);
  const [row] = await world.sql(`select body from post where title = 'Private'`);
  expect(String(row?.['body']).match(/class="missing-picture"/g)).toHaveLength(4);
});

test('import: an address of the old site adds nothing to the configuration of a server', async () => {
  const folder = join(directory, 'redirects');
  const redirects = await openRedirects(folder, 'https://new.example');
  redirects.add(
    [
      '/a"; return 301 https://evil.example; #',
      '/b\n}\nserver { listen 1; }',
      ...['/c{env.SECRET_KEY}', '/d`', "/e'", '/f%5c', '/g$host', '/h;', '/i/*'],
      'https://old.example/%22%7d%0a/x',
      '/good/',
    ],
    7,
  );
  await redirects.close();
  for (const name of ['redirects.nginx.conf', 'redirects.caddy']) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toContain('"/good" "https://new.example/posts/7"');
    expect(text).not.toMatch(/evil|SECRET|listen 1|"\/[b-fhi]|\$host/);
  }
});
