import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { joinHtml, writeElement, writeText } from '../../platform/html/write.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { ComparedLine } from '../compare-texts.ts';
import type { Part } from '../compare-words.ts';

export const COMPARISON_VIEWS = ['inline', 'side'] as const;
export type ComparisonView = (typeof COMPARISON_VIEWS)[number];

type Line = Exclude<ComparedLine, { kind: 'skipped' }>;
type Writer = ReturnType<typeof createWriter>;

/** Text of members, escaped. As strings and not as JSX: a long comparison has thousands of changes. */
export function linesHtml(
  visit: PageView,
  lines: ComparedLine[],
  view: ComparisonView,
  lang: Language | undefined,
): TrustedHtml {
  const writer = createWriter(visit, lang);
  const write = view === 'side' ? sideLine : inlineLine;
  return joinHtml(
    lines.map((line) =>
      line.kind === 'skipped' ? skippedLines(visit, line, lang) : write(writer, line),
    ),
  );
}

export function partsHtml(
  visit: PageView,
  parts: Part[],
  lang: Language | undefined,
  between = '',
): TrustedHtml {
  const { part } = createWriter(visit, lang);
  const space = writeText(between);
  return joinHtml(parts.flatMap((one, at) => (at > 0 ? [space, part(one)] : [part(one)])));
}

/** Screen readers rarely announce `ins` and `del`, so hidden words around each change do. */
function createWriter({ t, locale }: PageView, lang: Language | undefined) {
  const own = lang === undefined ? undefined : locale;
  const hidden = (words: string) =>
    writeElement('span', { class: 'visually-hidden', lang: own }, writeText(words));
  const around = {
    removed: [hidden(t('versions.removed')), hidden(t('versions.removed_end'))],
    added: [hidden(t('versions.added')), hidden(t('versions.added_end'))],
  } as const;
  const before = {
    removed: hidden(t('versions.removed_line')),
    added: hidden(t('versions.added_line')),
  };
  const badge = writeElement(
    'span',
    { class: 'comparison-badge', lang: own },
    writeText(t('versions.format_line')),
  );
  const sides = {
    before: hidden(`${t('versions.before')}: `),
    after: hidden(`${t('versions.after')}: `),
  };

  function part({ kind, text }: Part): TrustedHtml {
    if (kind === 'same') return writeText(text);
    const [start, end] = around[kind];
    return writeElement(kind === 'removed' ? 'del' : 'ins', {}, start, writeText(text), end);
  }

  function content(line: Line): TrustedHtml {
    if (line.kind === 'changed') return joinHtml(line.parts.map(part));
    const text = writeText(line.text);
    if (line.kind === 'same') return text;
    if (line.kind === 'format') return joinHtml([text, writeText(' '), badge]);
    return writeElement(line.kind === 'removed' ? 'del' : 'ins', {}, before[line.kind], text);
  }

  return { lang, part, content, sides };
}

const SIGNS = { same: '', removed: '−', added: '+', changed: '±', format: '¶' } as const;

function inlineLine({ lang, content }: Writer, line: Line): TrustedHtml {
  return writeElement(
    'li',
    { class: `comparison-line comparison-${line.kind}` },
    writeElement(
      'span',
      { class: 'comparison-sign', 'aria-hidden': 'true' },
      writeText(SIGNS[line.kind]),
    ),
    writeElement('span', { lang }, content(line)),
  );
}

/** The left cell without what was added, the right one without what was removed. */
function sideLine({ lang, content, sides }: Writer, line: Line): TrustedHtml {
  const cell = (side: 'before' | 'after') => {
    const missing = side === 'before' ? 'added' : 'removed';
    if (line.kind === missing)
      return writeElement('div', { class: 'comparison-cell comparison-cell-empty' });
    const name = { class: `comparison-cell comparison-cell-${side}`, lang };
    if (line.kind !== 'changed') {
      // Unchanged text is read once.
      const isRepeated = side === 'before' && (line.kind === 'same' || line.kind === 'format');
      const attributes = isRepeated ? { ...name, 'aria-hidden': 'true' as const } : name;
      const shown = isRepeated ? writeText(line.text) : content(line);
      return writeElement('div', attributes, shown);
    }
    const parts = line.parts.filter(({ kind }) => kind !== missing);
    return writeElement('div', name, sides[side], content({ kind: 'changed', parts }));
  };
  return writeElement(
    'li',
    { class: `comparison-row comparison-row-${line.kind}` },
    cell('before'),
    cell('after'),
  );
}

/** Collapsed; opened without scripts. */
function skippedLines(
  { t }: PageView,
  { count, lines }: Extract<ComparedLine, { kind: 'skipped' }>,
  lang: Language | undefined,
): TrustedHtml {
  const label = writeText(t('versions.skipped', { count }));
  if (!lines) return writeElement('li', { class: 'comparison-skipped' }, label);
  const unfold = writeText(t('versions.unfold'));
  return writeElement(
    'li',
    { class: 'comparison-skipped' },
    writeElement(
      'details',
      {},
      writeElement(
        'summary',
        {},
        label,
        writeText(' '),
        writeElement('span', { class: 'comparison-unfold' }, unfold),
      ),
      writeElement(
        'div',
        { class: 'comparison-unchanged', lang },
        joinHtml(lines.map((text) => writeElement('p', {}, writeText(text)))),
      ),
    ),
  );
}
