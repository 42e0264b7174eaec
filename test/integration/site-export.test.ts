import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { pictureOf } from '../support/picture.ts';
import { differencesAfterTick, importFrom } from '../support/site-import.ts';
import { createWorld, type World } from '../support/world.ts';

const BODIES = [
  '<p>灯火可亲，<strong>注意：</strong>请看 <a href="https://example.org/" rel="ugc nofollow noopener">这里</a>。</p><h2>Heading</h2><ul><li>one</li><li>two<ol><li>inner</li></ol></li></ul>',
  '<pre><code class="language-ts">const a = 1 &lt; 2;\n\nexport { a };</code></pre><blockquote><p>quoted</p><p>twice</p></blockquote><hr><p>x<sup>2</sup> and <code>y</code><br>next</p>',
  '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><ul class="task-list"><li data-checked="true">done</li><li data-checked="false">open</li></ul><p>A note<span class="footnote">of mine</span>.</p>',
  '<figure class="missing-picture"><a href="https://gone.invalid/a.png" rel="ugc nofollow noopener">gone</a></figure><p>* not a list, _not_ stressed, &lt;b&gt; no tag</p>',
];

/** What readers see: without the names of the files, the numbers of the posts, and line breaks between blocks. */
async function publicTexts(world: World) {
  const rows = await world.sql(
    `select title, summary, body, lang, published_at, cover_key is not null as covered,
            array(select name from unnest(tag_ids) with ordinality as used (id, at) join tag using (id) order by at) as tags
       from post where status = 'approved' and deleted_at is null order by title`,
  );
  return rows.map((row) => ({
    ...row,
    body: String(row['body'])
      .replace(/\/uploads\/post\/[^"]+/g, 'UP')
      .replace(/\n+(?=<)|(?<=>)\n+/g, ''),
  }));
}

test('export: everything public, and nothing else; imported into an empty site the texts are the same', async () => {
  const world = await createWorld();
  const author = await world.member({ email: 'ada@example.org', exp: 600 });
  const other = await world.member({ email: 'wen@example.org', exp: 600 });
  await author.put('/api/settings/profile', { username: 'Ada', signature: '写字的人' });
  const picture = await pictureOf('jpeg', 320, 200);
  const { url, width, height } = (await author.upload('/api/posts/upload-image', picture)).body;
  const figure = `<figure><img src="${url}" alt="灯" width="${width}" height="${height}"><figcaption>A lamp</figcaption></figure>`;
  const ids: number[] = [];
  for (const [index, text] of BODIES.entries()) {
    const body = index === 0 ? text + figure : text;
    const by = index % 2 === 0 ? author : other;
    const draft = {
      title: `Post ${index} “a: b” #1`,
      body,
      tags: ['生活', `t${index}`],
      cover_url: index === 0 ? url : null,
      ...(index === 1 ? { summary: 'My own "summary": yes', lang: 'en' } : {}),
    };
    const { status, body: post } = await by.post('/api/studio/posts', draft);
    expect(status).toBe(201);
    ids.push(post.id);
  }
  await author.post('/api/studio/posts', {
    title: 'Secret draft',
    body: '<p>hidden words</p>',
    draft: true,
  });
  const directory = join(emptyDirectory(), 'site');
  const run = operatorOf(settingsOf(world.ctx.config));
  const { code, stdout, stderr } = await run(`export ${directory}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readdirSync(join(directory, 'posts')).toSorted()).toEqual(ids.map(String));
  expect(stdout).toMatch(/^wrote 4 posts, 1 pictures, 2 authors and 0 series/);
  expect(readdirSync(directory).toSorted()).toEqual(['authors', 'posts', 'series']);
  expect(existsSync(join(directory, 'posts', String(ids[0]), 'index.md'))).toBe(true);
  const all = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  expect(all).not.toMatch(/hidden words|@example\.org/);
  // A second export into the same folder overwrites nothing.
  expect((await run(`export ${directory}`)).code).toBe(2);

  const fresh = await createWorld();
  const addresses = new Map([
    [String(author.uid), 'ada@example.org'],
    [String(other.uid), 'wen@example.org'],
  ]);
  const { report } = await importFrom(fresh, 'markdown', { path: directory }, { addresses });
  expect(report.problems).toEqual([]);
  expect(report.counts).toMatchObject({ posts: 4, drafts: 0, new_members: 2 });
  expect(await publicTexts(fresh)).toEqual(await publicTexts(world));
  expect(await differencesAfterTick(fresh)).toEqual([]);
}, 120_000);
