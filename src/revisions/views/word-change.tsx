import type { PageView } from '../../platform/http/page.ts';
import type { WordCounts } from '../../posts/compare-texts.ts';
import { formatNumber } from '../../ui/numbers.ts';

/** `+12 −3`, in words for screen readers. */
export function WordChange({ visit, words }: { visit: PageView; words: WordCounts | null }) {
  const { t, locale } = visit;
  if (!words) return <span>{t('versions.words_unknown')}</span>;
  if (words.added + words.removed === 0) return <span>{t('versions.words_same')}</span>;
  const count = (kind: 'added' | 'removed', sign: string) => {
    const number = formatNumber(words[kind], locale);
    return words[kind] === 0 ? null : (
      <span class={`words-${kind}`}>
        <span aria-hidden="true">
          {sign}
          {number}
        </span>
        <span class="visually-hidden">{t(`versions.words_${kind}`, { number })}</span>
      </span>
    );
  };
  return (
    <span class="words-change">
      {count('added', '+')}
      {count('removed', '−')}
    </span>
  );
}
