import { expect, test } from 'vitest';
import { isEmptyBody } from './empty.ts';
import { sanitizeBody } from './sanitize.ts';

const clean = (html: string) => sanitizeBody(html, { isOwnImage: () => true });

test.each([
  '',
  '   ',
  '<p></p>',
  '<p><br></p><hr>',
  '<p>&nbsp; \u3000</p>',
  '<p>\u200b\u2060\ufeff\u00ad</p>',
  '<ul><li></li></ul><blockquote><p></p></blockquote>',
  '<a href="https://example.org/?a>b&quot;c"></a>',
  '<script>alert(1)</script><style>p{}</style>',
  '<pre><code class="language-ts">\n\n</code></pre>',
])('nothing can be seen in %j', (html) => {
  expect(isEmptyBody(clean(html))).toBe(true);
});

test.each([
  'a',
  '<p>字</p>',
  '<p>&lt;p&gt;</p>',
  '<p>&amp;nbsp;</p>',
  '<p>❤️</p>',
  '<pre><code>x</code></pre>',
  '<p><img src="/uploads/post/2026/01/01/aaaaaaaaaaaaaaaaaaaaaa.png" alt=""></p>',
])('something can be seen in %j', (html) => {
  expect(isEmptyBody(clean(html))).toBe(false);
});
