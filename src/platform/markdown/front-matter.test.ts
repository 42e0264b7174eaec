import { expect, test } from 'vitest';
import { splitFrontMatter, writeFrontMatter } from './front-matter.ts';

const none = { title: '', summary: '', tags: [], cover: '' };

test.each([
  [
    'Hexo',
    '---\ntitle: 夜读\ndate: 2020-01-01 10:00:00\ntags:\n  - 书\n  - 灯\ncategories: [[生活, 读书]]\nexcerpt: 一句\n---\n',
    { title: '夜读', summary: '一句', tags: ['书', '灯', '生活', '读书'] },
  ],
  [
    'Jekyll',
    '---\ntitle: "A: b"\ntags: one two\ndescription: short\n---\n',
    { title: 'A: b', summary: 'short', tags: ['one', 'two'] },
  ],
  [
    'Hugo YAML',
    '---\ntitle: a\ncover:\n  image: https://e.org/c.png\n---\n',
    { title: 'a', cover: 'https://e.org/c.png' },
  ],
  [
    'Hugo TOML',
    '+++\ntitle = "b"\ntags = ["x", "y"]\ndate = 2020-01-01T00:00:00Z\n[params]\nsummary = "s"\n+++\n',
    { title: 'b', tags: ['x', 'y'], summary: 's' },
  ],
  ['commas', '---\r\ntags: 甲，乙、丙\r\n---\r\n', { tags: ['甲', '乙', '丙'] }],
  ['BOM and numbers', '\ufeff---\ntitle: 2024\n---\n', { title: '2024' }],
])('front matter of %s', (_name, block, fields) => {
  expect(splitFrontMatter(`${block}正文`)).toMatchObject({
    fields: { ...none, ...fields },
    markdown: '正文',
  });
});

test.each([
  '正文',
  '---\n\n一段\n\n---\n另一段',
  '---\n: [\n---\n正文',
  '正文\n\n---\ntitle: a\n---\n',
])('this is not front matter: %j', (text) => {
  expect(splitFrontMatter(text)).toEqual({ fields: none, all: {}, markdown: text });
});

test('written front matter is read back', () => {
  const fields = {
    title: '“a”: b\\c',
    summary: '- 一 #二',
    tags: ['甲', 'x: y'],
    cover: 'https://e.org/',
  };
  expect(splitFrontMatter(`${writeFrontMatter(fields)}正文`).fields).toEqual(fields);
});
