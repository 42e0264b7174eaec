import { common } from 'lowlight';
import { expect, test } from 'vitest';
import { HtmlTooComplex } from './limits.ts';
import { renderBody } from './render.ts';
import { sanitizeBody } from './sanitize.ts';
import { deriveSummary } from './summary.ts';
import type { TrustedHtml } from './trusted.ts';

const options = { isOwnImage: (src: string) => src.startsWith('/images/') };

/** Time of this thread alone, so that a busy machine fails nothing; the best of a few, after warming up. */
function cost(work: () => unknown, times = 3): number {
  const costs = Array.from({ length: times }, () => {
    const started = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
}

const numbered = (count: number, write: (index: string) => string) =>
  Array.from({ length: count }, (_, index) => write(index.toString(36))).join('');

const PATHOLOGICAL: Record<string, string> = {
  'a hundred thousand open elements': '<i>'.repeat(66_000),
  'a hundred thousand elements, more than fit': '<div>'.repeat(100_000),
  'paragraphs in deep blocks': '<div>'.repeat(20_000) + '<p>'.repeat(30_000),
  'formatting built again in each paragraph': `<p>${numbered(2000, (n) => `<b ${n}>`)}</p>${'<p>x</p>'.repeat(10_000)}`,
  'formatting just within the depth': `<p>${numbered(60, (n) => `<b ${n}>`)}</p>${'<p>x</p>'.repeat(20_000)}`,
  'formatting built again in each cell': `<table>${numbered(60, (n) => `<b ${n}>`)}${'<td>x'.repeat(30_000)}`,
  'misnested links and tables': '<a href=http://a><table>'.repeat(8000),
  'misnested formatting': '<b><i><u><p></b></i></u>'.repeat(8000),
  'many attributes': `<p ${numbered(48_000, (n) => `${n} `)}>`,
  'one long attribute': `<p title="${'<'.repeat(190_000)}`,
  'one long class': `<code class="${'language-a '.repeat(18_000)}">`,
  'one long link': `<a href="https://a/${'<'.repeat(60_000)}">a</a>`,
  'unclosed tags': '<p '.repeat(60_000),
  'unclosed comments': '<!--'.repeat(49_000),
  'open angle brackets': '<'.repeat(49_000),
  'svg and style': '<svg><style>'.repeat(16_000),
  'math and mtext': '<math><mtext><table><mglyph><style>'.repeat(5000),
  'forms in math': '<form><math><mtext></form><form><mglyph><style></math>'.repeat(3000),
  'noscript and title': '<noscript><p title="</noscript>'.repeat(6000),
  templates: '<template>'.repeat(19_000),
  selects: '<select><option><selectedcontent>'.repeat(6000),
  entities: '&NotEqualTilde;'.repeat(13_000),
  'unfinished entities': '&CounterClockwiseContourIntegra'.repeat(6000),
  'lists in lists': '<ul><li>'.repeat(24_000),
  'text out of a table': `<table>${'a<tr>'.repeat(39_000)}`,
};

test.each(Object.entries(PATHOLOGICAL))(
  'A15, ASVS 1.3.3, 15.1.3, 15.2.2 bounded: %s',
  (_name, html) => {
    let once: TrustedHtml | undefined;
    const spent = cost(() => {
      try {
        once = sanitizeBody(html, options);
      } catch (error) {
        if (!(error instanceof HtmlTooComplex)) throw error;
      }
    }, 2);
    expect(spent).toBeLessThan(500);
    if (once === undefined) return;
    const body = once;
    expect(sanitizeBody(body, options)).toBe(body);
    expect(cost(() => deriveSummary(body), 2)).toBeLessThan(500);
    expect(cost(() => renderBody(body), 2)).toBeLessThan(500);
  },
);

test('ASVS 1.3.3 an honest body of 20 kB takes no time', () => {
  const paragraph =
    '<p>灯火 is <b>a site</b>, see <a href="https://example.org/?a=b">here</a>.</p>\n';
  const html = paragraph.repeat(Math.ceil(20_000 / Buffer.byteLength(paragraph)));
  expect(cost(() => sanitizeBody(html, options), 4)).toBeLessThan(60);
});

test.each(Object.keys(common))('20 kB of code are coloured at once: %s', (language) => {
  const line = 'const a = (b) =&gt; { return "c" + `d` / 2; } // f &lt;g h="i"&gt; **j** 0x1f\n';
  const code = line.repeat(Math.ceil(20_000 / line.length));
  const html = `<pre><code class="language-${language}">${code}</code></pre>`;
  const body = sanitizeBody(html, options);
  // Most take 20 to 60; a core that others have too may take three times as long.
  expect(cost(() => renderBody(body))).toBeLessThan(250);
});

test.each([
  ['c', 'def '],
  ['arduino', 'void a'],
  ['bash', '0x'],
])(
  'A15 code that %s takes seconds for is left plain, and the rest of the body is not lost',
  (language, word) => {
    const code = (text: string) => `<pre><code class="language-${language}">${text}</code></pre>`;
    const body = sanitizeBody(
      code('int a;') + code(word.repeat(50_000 / word.length - 10)),
      options,
    );
    const started = performance.now();
    const shown = renderBody(body);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(shown.endsWith(body.slice(body.indexOf('</pre>')))).toBe(true);
    const small = sanitizeBody(code('"a" 1'), options);
    expect(renderBody(small)).toContain('hljs-');
  },
);
