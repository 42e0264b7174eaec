import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from './parse.ts';
import { renderBody } from './render.ts';
import { sanitizeBody } from './sanitize.ts';

const clean = (html: string) => sanitizeBody(html, { isOwnImage: () => false });
const render = (html: string) => renderBody(clean(html));
const inline = (tex: string) => `<p><code class="language-math">${escaped(tex)}</code></p>`;
const block = (tex: string) => `<pre><code class="language-math">${escaped(tex)}</code></pre>`;
const escaped = (tex: string) => tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

test('a body without any of it is not written again', () => {
  const body = clean('<p>一 <code>二</code></p><ul><li>三</li></ul>');
  expect(renderBody(body)).toBe(body);
});

describe('Typing: formulas', () => {
  test('are MathML with their TeX as annotation, inline or in a frame that scrolls', () => {
    const math =
      '<semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math>';
    expect(render(inline('E=mc^2'))).toBe(`<p><math>${math}</p>`);
    expect(render(block('E=mc^2'))).toBe(
      `<div class="formula" tabindex="0"><math display="block">${math}</div>`,
    );
  });

  test.each([
    ['\\mathbb{R}^n', 'ℝ'],
    ['\\mathbf{v}', '𝐯'],
    ['\\boldsymbol{\\beta}', '𝜷'],
    ['\\mathcal{L}', 'ℒ'],
    ['\\mathfrak{g}', '𝔤'],
    ['\\mathsf{T}', '𝖳'],
    ['\\mathtt{0}', '𝟶'],
    ['\\mathbf{\\Gamma}', '𝚪'],
  ])('browsers do not style letters, so %s is the letter %s', (tex, letter) => {
    expect(render(inline(tex))).toContain(`>${letter}<`);
  });

  test('aligned equations have aligned cells', () => {
    const html = render(block('\\begin{aligned}a&=b\\\\c&=d\\end{aligned}'));
    expect(html.match(/<mtd class="math-(left|right)">/g)).toHaveLength(4);
  });

  test.each([
    ['n\\log n', 2],
    ['2\\sin x', 2],
    ['\\log(n)', 0],
    ['O(\\log n)', 1],
  ])('the name of a function is set apart: %s', (tex, spaces) => {
    expect(render(inline(tex)).match(/<mspace/g) ?? []).toHaveLength(spaces);
  });

  test.each([
    ['an unknown command', '\\nonsense{x}'],
    ['an open bracket', '\\frac{1'],
    ['nothing', ' '],
    ['too long', 'x'.repeat(2001)],
    ['fractions without end', `${'\\frac{'.repeat(120)}1${'}{1}'.repeat(120)}`],
    ['endless expansion', '\\def\\a{\\a\\a}\\a'],
    [
      'exponential expansion',
      '\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b}'.concat('\\c'.repeat(300)),
    ],
  ])('what KaTeX refuses stays code: %s', (_name, tex) => {
    for (const html of [inline(tex), block(tex)]) {
      const body = clean(html);
      expect(renderBody(body)).toBe(body);
    }
  });

  test('a formula with elements of its author stays code', () => {
    const body = clean('<p><code class="language-math">a<em>b</em></code></p>');
    expect(renderBody(body)).toBe(body);
  });

  test('ASVS 1.3.3 beyond the limits of a body the rest stays code', () => {
    const html = render(inline('x').repeat(500));
    expect(html.match(/<math>/g)).toHaveLength(400);
    expect(html.match(/language-math/g)).toHaveLength(100);
    const long = render(block(`x${'+x'.repeat(900)}`).repeat(40));
    expect(long.length).toBeLessThan(600_000);
    expect(long).toContain('language-math');
  });

  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://evil.invalid/x.png}',
    '\\htmlClass{modal}{x}',
    '\\htmlId{write}{x}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlData{a=b}{x}',
    '\\text{<script>alert(1)</script>}',
    '</annotation></semantics></math><script>alert(1)</script>',
    '\\unicode{x3c}script',
    '\\pmb{x}\\colorbox{red}{y}\\fcolorbox{red}{blue}{z}',
    '\\rule{9999999em}{9999999em}',
    '\\kern9999999em x',
    '\\color{url(https://evil.invalid)}x',
    '\\textcolor{#fff;position:fixed}{x}',
  ])('ASVS 1.3.1 nothing but MathML comes out of %s', (tex) => {
    expect(disallowedIn(render(inline(tex)))).toEqual([]);
    expect(disallowedIn(render(block(tex)))).toEqual([]);
  });

  test('ASVS 1.3.1 nothing but MathML comes out of any formula', () => {
    const commands = [
      ...['\\frac', '\\sqrt', '\\text', '\\href', '\\url', '\\html', '\\htmlStyle', '\\color'],
      ...['\\def\\a', '\\a', '\\begin{matrix}', '\\end{matrix}', '\\left(', '\\right)', '\\tag'],
      ...['\\mathbb', '\\rule', '\\raisebox', '\\includegraphics', '\\verb|', '\\char"3c', '\\\\'],
    ];
    const piece = fc.oneof(
      fc.constantFrom(...commands, '{', '}', '_', '^', '&', '$', '<', '>', '"', "'", '#', '%'),
      fc.constantFrom('{<img src=x>}', '{javascript:x}', '{x}', '中', ' ', '1em', '[', ']'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(disallowedIn(render(inline(pieces.join(''))))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

/** Independent of the writer's own lists, so that an error there is found. */
const MATH_ELEMENTS =
  /^(math|semantics|annotation|m(row|i|n|o|text|space|frac|sqrt|root|sub|sup|subsup|under|over|underover|table|tr|td|labeledtr|style|padded|phantom|enclose))$/;
const MATH_ATTRIBUTES =
  /^(display|encoding|display[sS]tyle|scriptlevel|linethickness|notation|stretchy|fence|separator|largeop|accent|accentunder|[lr]space|m(in|ax)size|width|height|depth|voffset|mathcolor|mathsize|mathvariant|className)$/;

function disallowedIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: ReturnType<typeof parseBody>['children'][number], inMath: boolean) => {
    if (node.type !== 'element' && node.type !== 'text') found.push(node.type);
    if (node.type !== 'element') return;
    const isMath = inMath || node.tagName === 'math';
    if (isMath && !MATH_ELEMENTS.test(node.tagName)) found.push(node.tagName);
    if (!isMath && !/^(p|pre|code|div)$/.test(node.tagName)) found.push(node.tagName);
    for (const [name, value] of Object.entries(node.properties)) {
      if (isMath && !MATH_ATTRIBUTES.test(name)) found.push(`${node.tagName} ${name}`);
      if (isMath && !/^[\w.+#%/ -]+$/.test(String(value))) found.push(`${name}=${String(value)}`);
    }
    for (const child of node.children) visit(child, isMath);
  };
  for (const node of parseBody(html).children) visit(node, false);
  return found;
}

describe('Typing: footnotes', () => {
  test('become numbered links and a list with links back', () => {
    const html = render(
      '<p>一<span class="footnote">甲 &lt;b&gt;</span>二<span class="footnote">乙</span></p>',
    );
    const [, id] = /href="#(note-[0-9a-f]{8})-1"/.exec(html) ?? [];
    expect(html).toBe(
      [
        `<p>一<sup class="footnote-ref"><a href="#${id}-1" id="${id}-1-ref" role="doc-noteref">1</a></sup>`,
        `二<sup class="footnote-ref"><a href="#${id}-2" id="${id}-2-ref" role="doc-noteref">2</a></sup></p>`,
        '<section class="footnotes" role="doc-endnotes"><ol>',
        `<li id="${id}-1">甲 &lt;b> <a href="#${id}-1-ref" role="doc-backlink">↩</a></li>`,
        `<li id="${id}-2">乙 <a href="#${id}-2-ref" role="doc-backlink">↩</a></li></ol></section>`,
      ].join(''),
    );
  });

  test('of two texts on one page have different ids', () => {
    const idOf = (html: string) => /id="([^"]+)"/.exec(render(html))?.[1];
    expect(idOf('<p>一<span class="footnote">甲</span></p>')).not.toBe(
      idOf('<p>二<span class="footnote">甲</span></p>'),
    );
  });

  test('addresses in a note are links that end at full-width punctuation', () => {
    expect(
      render('<p>a<span class="footnote">见 https://example.org/a，第 3 页</span></p>'),
    ).toContain(
      '见 <a href="https://example.org/a" rel="ugc nofollow noopener">https://example.org/a</a>，第 3 页',
    );
  });
});

test('Typing: tasks show check boxes that readers cannot change', () => {
  expect(
    render(
      '<ul class="task-list"><li data-checked="true">一</li><li data-checked="false">二</li></ul>',
    ),
  ).toBe(
    '<ul class="task-list"><li data-checked="true"><input type="checkbox" disabled checked>一</li><li data-checked="false"><input type="checkbox" disabled>二</li></ul>',
  );
});
