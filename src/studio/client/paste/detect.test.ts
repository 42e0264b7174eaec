import { expect, test } from 'vitest';
import { looksLikeMarkdown } from './detect.ts';

test.each([
  '今天*很*冷，#话题 也冷。',
  '# 只有一行',
  '1. 第一点，其实只有一点。',
  '他说：“2 * 3 * 4 = 24。”',
  '- 破折号开头的一句话',
  '价格 $5 和 $6，US$100/US$200',
  '第一行\n第二行\n\n第三段，没有格式。',
  '参考[1]和[2]，见（附录）。',
  '#include <stdio.h>\n\n## not this',
  '#!/bin/sh\n# comment\n\n# more\n`ls`',
  'const a = `x`;\n// **bold**',
  'snake_case_name 与 __init__ 方法',
  'a | b | c',
  '1. 一\n3. 三',
  '> 一行引用的邮件',
  'https://example.org/a_(b)',
])('ordinary text is not Markdown: %j', (text) => {
  expect(looksLikeMarkdown(text)).toBe(false);
});

test.each([
  '## 标题\n\n正文',
  '# 标题\n\n有**粗体**的一段。',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```js\nx\n```',
  '- [ ] 没做\n- [x] 做了',
  '看[这里](https://example.org/)。',
  '![图](a.png)',
  '- 一\n- 二\n\n1. 甲\n2. 乙',
  '**注意：**用 `npm` 安装。',
  '---\ntitle: 题\n---\n正文',
  '+++\ntitle = "题"\n+++\n正文',
  '一句[^1]\n\n[^1]: 注',
  '$$\nx\n$$',
])('this is Markdown: %j', (text) => {
  expect(looksLikeMarkdown(text)).toBe(true);
});
