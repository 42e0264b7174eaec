/** More would be a list of everything. */
const PARTS_MAX = 4;
const HAN = /\p{Script=Han}/u;
/** What a person writes between the words, and the operators. */
const OPERATOR = /(?:^|\s)(?:-\S+|(?:author|tag):(?:"[^"]*"|\S+))/g;

/** The words of a query that may find something by themselves; none if it is one word. */
export function partsOf(query: string): string[] {
  const text = query.replace(OPERATOR, ' ').replaceAll('"', ' ');
  const words = new Intl.Segmenter('zh', { granularity: 'word' }).segment(text);
  const parts = new Set<string>();
  for (const { segment, isWordLike } of words) {
    // A lone character finds nearly everything.
    if (isWordLike && (segment.length > 1 || !HAN.test(segment))) parts.add(segment);
    if (parts.size === PARTS_MAX) break;
  }
  return parts.size > 1 || [...parts].some((part) => part !== text.trim()) ? [...parts] : [];
}
