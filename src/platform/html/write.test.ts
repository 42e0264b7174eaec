import { expect, test } from 'vitest';
import { joinHtml, writeElement, writeText } from './write.ts';

test('text and attribute values are escaped, elements are not', () => {
  const text = writeText('<img src=x onerror="a"> & \'b\'');
  expect(text).toBe("&lt;img src=x onerror=&quot;a&quot;&gt; &amp; 'b'");
  expect(writeElement('li', { class: 'a"><script>' }, writeElement('ins', {}, text))).toBe(
    `<li class="a&quot;&gt;&lt;script&gt;"><ins>${text}</ins></li>`,
  );
});

test('an attribute without a value is left out', () => {
  expect(writeElement('span', { lang: undefined, 'aria-hidden': 'true' })).toBe(
    '<span aria-hidden="true"></span>',
  );
  expect(joinHtml([writeText('a'), writeText('<')])).toBe('a&lt;');
});
