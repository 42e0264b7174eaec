import fc from 'fast-check';

const word = fc.constantFrom(
  ...[
    '灯火',
    '夜里。',
    '（括号）',
    '“引号”',
    'word',
    'a_b',
    '5*3',
    '#1',
    '1.',
    '$5',
    '~',
    '~~',
    '<b>',
    '&amp;',
    '[x]',
    '|',
    '`',
    '\\',
    '!',
    '-',
    '+',
    '>',
    'https',
  ],
);
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const plain = fc.constantFrom('灯', '夜里', '灯下。', '“读”', 'read', 'a b', '读，写');
const escaped = text.map((one) => one.replace(/[\\`*_[\]<>#$~|&!+.-]/g, '\\$&'));
const inline = fc.oneof(
  escaped,
  plain,
  plain.map((one) => `**${one}**`),
  plain.map((one) => `*${one}*`),
  plain.map((one) => `~~${one}~~`),
  plain.map((one) => `***${one}***`),
  plain.map((one) => `\`${one}\``),
  plain.map((one) => `[${one}](https://example.org/?q=1&r=(2))`),
  plain.map((one) => `<u>${one}</u>`),
  fc.constantFrom('$x^2$', '$a|b$', 'H<sub>2</sub>O', '\\\n', 'x[^1]', '^[一条注]'),
);
const line = fc
  .array(inline, { minLength: 1, maxLength: 5 })
  .chain((parts) =>
    fc.constantFrom('', ' ', '，').map((separator) => `字${parts.join(separator)}尾`),
  );
const oneLine = line.map((one) => one.replaceAll('\\\n', ' '));
const indent = (block: string, by: string) => block.replaceAll('\n', `\n${by}`);

const leaf = fc.oneof(
  line,
  fc
    .tuple(fc.integer({ min: 2, max: 4 }), oneLine)
    .map(([level, one]) => `${'#'.repeat(level)} ${one.replace(/\[\^1\]|\^\[一条注\]/g, '')}`),
  fc.constantFrom(
    '---',
    '$$\n\\frac{a}{b}\n$$',
    '![湖](https://example.org/a.png)',
    '![](/uploads/a.png "说明")',
  ),
  fc
    .tuple(fc.constantFrom('', 'ts', 'c++'), text)
    .map(([lang, code]) => `\`\`\`\`${lang}\n${code}\n\n  x\n\`\`\`\``),
  fc.tuple(oneLine, oneLine).map(([a, b]) => {
    const [left, right] = [a, b].map((one) => one.replaceAll('|', '').replaceAll('\\\\', ''));
    return `| ${left} | 二 |\n|---|:-:|\n| 一 | ${right} |`;
  }),
);

const { block } = fc.letrec<{ block: string; list: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('list'),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((all) => `> ${indent(all.join('\n\n'), '> ')}`),
  ),
  list: fc
    .tuple(
      fc.constantFrom('- ', '1. ', '- [ ] ', '- [x] '),
      fc.array(fc.tuple(oneLine, fc.option(tie('block'))), { minLength: 1, maxLength: 3 }),
    )
    .map(([sign, items]) =>
      items
        .map(([one, inner]) => {
          const by = sign.startsWith('1') ? '   ' : '  ';
          return `${sign}${one}${inner === null ? '' : `\n\n${by}${indent(inner, by)}`}`;
        })
        .join('\n'),
    ),
}));

/** Markdown of all kinds of blocks, with the characters that need escapes. */
export const markdownDocument = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((blocks) => `${blocks.join('\n\n')}\n\n[^1]: 一条*注*，见 https://example.org/\n`);
