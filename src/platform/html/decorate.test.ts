import { describe, expect, test } from 'vitest';
import { decorateBody } from './decorate.ts';
import { BODY_BYTES_MAX } from './limits.ts';
import { renderBody } from './render.ts';
import { sanitizeBody } from './sanitize.ts';
import { trust } from './trusted.ts';

const labels = { enlarge: '查看大图' };
const clean = (html: string) => sanitizeBody(html, { isOwnImage: () => true });
const decorate = (html: string) => decorateBody(clean(html), labels);

describe('headings', () => {
  test('the second and third rank can be linked to, in the order of the text', () => {
    const { html, outline } = decorate(
      '<h2>一 &lt;b&gt; &amp; <em>二</em></h2><p>a</p><h3>三</h3><h4>四</h4><h2></h2><h2>五</h2>',
    );
    expect(outline).toEqual([
      { id: 'section-1', level: 2, text: '一 <b> & 二' },
      { id: 'section-2', level: 3, text: '三' },
      { id: 'section-4', level: 2, text: '五' },
    ]);
    expect(html).toContain('<h2 id="section-1">');
    expect(html).toContain('<h4>四</h4>');
  });
});

describe('code', () => {
  test.each([
    ['<pre><code class="language-ts">let a</code></pre>', 'TypeScript'],
    ['<pre class="language-c++"><code>int a</code></pre>', 'C++'],
    ['<pre><code class="language-Brainfuck">+</code></pre>', 'Brainfuck'],
    ['<pre><code class="language-constructor">+</code></pre>', 'Constructor'],
  ])('%s stands under the name of its language', (body, name) => {
    const { html } = decorateBody(renderBody(clean(body)), labels);
    expect(html).toContain(`<span class="listing-name">${name}</span></div><pre tabindex="0"`);
    expect(html.endsWith('</pre></div>')).toBe(true);
  });

  test('of no language has an empty head, and keeps its first empty line', () => {
    const body = clean('<pre>\n\na</pre>');
    expect(decorateBody(body, labels).html).toBe(
      '<div class="listing"><div class="listing-head"></div><pre tabindex="0">\n\na</pre></div>',
    );
  });
});

describe('pictures', () => {
  test('open large; without a description the link has a label', () => {
    expect(decorate('<img src="/a.png" alt="山">').html).toBe(
      '<a class="zoom" href="/a.png"><img loading="lazy" decoding="async" src="/a.png" alt="山"></a>',
    );
    expect(decorate('<img src="/a.png">').html).toContain('aria-label="查看大图"');
  });

  test('in a link stay in it', () => {
    const { html } = decorate('<a href="https://example.org/"><img src="/a.png" alt="山"></a>');
    expect(html).not.toContain('zoom');
  });
});

test.each([
  '<img src="/a.png" alt="<h2>x</h2><pre>&quot;><script>">',
  '<p>&lt;h2&gt; &lt;pre&gt; &lt;table&gt;</p>',
  '<a href="https://a/?q=<table>&b=&quot;<pre>">a</a>',
  '<pre><code class="language-html">&lt;h2 id="x"&gt;&lt;img src="a"&gt;&lt;/pre&gt;</code></pre>',
])('A14 what only looks like a tag is none: %s', (html) => {
  const body = clean(html);
  // Removing the decoration results in exactly the stored body.
  expect(undecorate(decorateBody(body, labels).html)).toBe(body);
});

function undecorate(html: string): string {
  return html
    .replaceAll(/<div class="(listing|table-frame)"( tabindex="0")?>/g, '')
    .replaceAll(/<div class="listing-head">.*?<\/div>/g, '')
    .replaceAll('</pre></div>', '</pre>')
    .replaceAll('</table></div>', '</table>')
    .replaceAll(' tabindex="0"', '')
    .replaceAll(' loading="lazy" decoding="async"', '')
    .replaceAll(/<a class="zoom"(?: [a-z-]+="[^"]*")*>(<img[^"]*(?:"[^"]*"[^">]*)*>)<\/a>/g, '$1')
    .replaceAll(/ id="section-\d+"/g, '');
}

test('the text is for counting: no tags, no references', () => {
  expect(decorate('<p>灯火</p><p>a &lt; b</p>').text.split(/\s+/).filter(Boolean)).toEqual([
    '灯火',
    'a',
    'b',
  ]);
});

test('highlighted code above the size limit of a body is decorated too', () => {
  const line = '<span class="hljs-keyword">const</span> a = <span class="hljs-number">2</span>;\n';
  const rendered = trust(`<pre><code class="language-js">${line.repeat(4000)}</code></pre>`);
  expect(Buffer.byteLength(rendered)).toBeGreaterThan(BODY_BYTES_MAX);
  expect(decorateBody(rendered, labels).html).toContain(rendered.slice('<pre>'.length));
});

describe('Typing: rendered parts', () => {
  const words = {
    enlarge: '查看大图',
    notes: '注释',
    note_back: '回到正文',
    task_done: '已完成',
    task_open: '未完成',
  };
  const decorateRendered = (html: string) => decorateBody(renderBody(clean(html)), words);

  test('have labels in the language of the reader', () => {
    const { html } = decorateRendered(
      '<ul class="task-list"><li data-checked="true">a</li><li>b</li></ul><p>c<span class="footnote">d</span></p>',
    );
    expect(html).toContain('<input type="checkbox" disabled checked aria-label="已完成">a');
    expect(html).toContain('<input type="checkbox" disabled aria-label="未完成">b');
    expect(html).toContain('<section class="footnotes" role="doc-endnotes" aria-label="注释">');
    expect(html).toContain('role="doc-backlink" aria-label="回到正文">');
  });

  test('formulas stay as they are, are not counted, and are TeX in the outline', () => {
    const formula = '<code class="language-math">a^2 &lt; \\text{h2}</code>';
    const { html, outline, text } = decorateRendered(`<h2>式 ${formula}</h2><p>${formula}</p>`);
    expect(outline).toEqual([{ id: 'section-1', level: 2, text: '式 a^2 < \\text{h2}' }]);
    expect(html.match(/<math>/g)).toHaveLength(2);
    expect(text.trim()).toBe('式');
  });
});
