import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDisallowed } from '../../../test/support/disallowed-html.ts';
import { ALLOW_LIST } from './allow-list.ts';
import { HtmlTooComplex } from './limits.ts';
import { renderBody } from './render.ts';
import { sanitizeBody } from './sanitize.ts';
import { deriveSummary, textLength } from './summary.ts';

const options = { isOwnImage: (src: string) => src.startsWith('/images/') };
const RUNS = 1000;

/** Undefined for what is refused; anything else thrown fails the test (A15). */
function cleanOrRefuse(html: string) {
  try {
    return sanitizeBody(html, options);
  } catch (error) {
    if (error instanceof HtmlTooComplex) return undefined;
    throw error;
  }
}

const NAMES = [
  ...ALLOW_LIST.tagNames,
  ...ALLOW_LIST.strip,
  ...[
    'b',
    'i',
    'h1',
    'div',
    'span',
    'form',
    'input',
    'nobr',
    'font',
    'option',
    'optgroup',
    'marquee',
  ],
  ...[
    'caption',
    'col',
    'colgroup',
    'tfoot',
    'body',
    'html',
    'head',
    'frame',
    'base',
    'meta',
    'link',
  ],
  ...[
    'mi',
    'mtext',
    'mglyph',
    'malignmark',
    'annotation-xml',
    'foreignObject',
    'desc',
    'plaintext',
    'xmp',
  ],
  ...[
    'selectedcontent',
    'dialog',
    'details',
    'ruby',
    'rt',
    'listing',
    'textPath',
    'image',
    'isindex',
  ],
];
const VALUES = [
  ...[
    'javascript:x',
    'https://example.org/a',
    '/images/1',
    'language-ts',
    'language-math',
    'footnote',
    'task-list',
    'true',
    'a b',
    '20',
    '',
    '"',
    "'",
    '`',
  ],
  ...['--><img src=x onerror=x>', '</style><b>', ']]>', '\u202e', '&amp;', '&#0;', '\u0000', '\n'],
];
const ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'class',
  'colspan',
  'data-checked',
  'id',
  'onerror',
  'style',
  'xlink:href',
];
const name = fc.constantFrom(...NAMES);
const attribute = fc
  .tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES), fc.constantFrom('"', "'", ''))
  .map(([key, value, quote]) => ` ${key}=${quote}${value}${quote}`);
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, attribute).map(([tag, one]) => `<${tag}${one}>`) },
  { weight: 6, arbitrary: name.map((tag) => `<${tag}>`) },
  { weight: 4, arbitrary: name.map((tag) => `</${tag}>`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '<?', '<!', '<', '\n', '&'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const soup = fc.array(piece, { maxLength: 40, size: 'max' }).map((pieces) => pieces.join(''));

test('D26 sanitizing is idempotent', () => {
  fc.assert(
    fc.property(soup, (html) => {
      const once = cleanOrRefuse(html);
      if (once !== undefined) expect(sanitizeBody(once, options)).toBe(once);
    }),
    { numRuns: RUNS },
  );
});

test('D26, A10, ASVS 1.3.1 what comes out is read back as nothing but the allow-list', () => {
  fc.assert(
    fc.property(soup, (html) => {
      expect(findDisallowed(cleanOrRefuse(html) ?? '', options.isOwnImage)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('A15 any text at all is cleaned or refused, then highlighted, summed up and measured', () => {
  const text = fc.oneof(soup, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(text, (html) => {
      const once = cleanOrRefuse(html);
      if (once === undefined) return;
      if (!once.includes('<pre>')) expect(renderBody(once)).toBe(once);
      expect([...deriveSummary(once, 30)].length).toBeLessThanOrEqual(30);
      expect(textLength(once)).toBeGreaterThanOrEqual(0);
      expect(once).not.toContain('\u0000');
      expect(once.isWellFormed()).toBe(true);
    }),
    { numRuns: RUNS },
  );
});
