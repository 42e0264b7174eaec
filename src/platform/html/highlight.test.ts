import { expect, test } from 'vitest';
import { renderBody } from './render.ts';
import { sanitizeBody } from './sanitize.ts';

const options = { isOwnImage: () => true };
const clean = (html: string) => sanitizeBody(html, options);

test('a block of a known language is coloured, and the text in it is the same', () => {
  const body = clean('<pre><code class="language-ts">const a = "&lt;b&gt; &amp;";</code></pre>');
  const shown = renderBody(body);
  expect(shown).toBe(
    '<pre><code class="language-ts"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b> &amp;"</span>;</code></pre>',
  );
});

test('the source goes through the sanitizer unchanged, and the shown form leads back to it', () => {
  const body = clean(
    '<p>a</p><pre><code class="language-js">\n\nlet a = `b`; // &lt;i&gt;</code></pre>',
  );
  expect(renderBody(body)).not.toBe(body);
  expect(clean(body)).toBe(body);
  expect(clean(renderBody(body))).toBe(body);
});

test.each([
  '<pre><code class="language-klingon">let a</code></pre>',
  '<pre><code>let a</code></pre>',
  '<pre>\n\nlet a</pre>',
  '<p><code class="language-js">let a</code></p>',
  '<pre><code class="language-js">let <em>a</em></code></pre>',
  '<pre><code class="language-constructor">let a</code></pre>',
  `<pre><code class="language-js">${'let a;\n'.repeat(8000)}</code></pre>`,
  '<h2>a</h2><p>b <a href="https://a/?b=c&amp;d" rel="ugc nofollow noopener">c</a><img src="/d" alt="&quot;"></p>',
])('left alone: %.60s', (html) => {
  expect(clean(html)).toBe(html);
  expect(renderBody(clean(html))).toBe(html);
});

test('the language is found whatever its case', () => {
  expect(renderBody(clean('<pre><code class="language-JSON">1</code></pre>'))).toContain(
    'hljs-number',
  );
});

test('blocks are coloured until the budget of the body is spent', () => {
  // One long comment: cheap enough to finish within the timeout on a busy machine too.
  const block = `<pre><code class="language-js">let a; // ${'x'.repeat(28_000)}</code></pre>`;
  const shown = renderBody(clean(block + block));
  expect(shown.split('</pre>').map((part) => part.includes('hljs'))).toEqual([true, false, false]);
});

test('code that looks like markup stays text in every language that embeds another', () => {
  for (const language of ['xml', 'php', 'markdown', 'javascript', 'css', 'vbnet']) {
    const code =
      '&lt;script&gt;x&lt;/script&gt;&lt;img src=x onerror=x&gt;&lt;style&gt;a{}&lt;/style&gt;';
    const shown = renderBody(clean(`<pre><code class="language-${language}">${code}</code></pre>`));
    expect(shown.match(/<\/?\w+/g)?.filter((tag) => !/^<\/?(pre|code|span)$/.test(tag))).toEqual(
      [],
    );
  }
});
