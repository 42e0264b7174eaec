/** More words find nothing more, and cost more. */
const CHARACTERS_MAX = 64;
/** What is read of a query at all. */
const QUERY_MAX = 400;

/** What a query asks for, before it is cut into words. */
export type ParsedQuery = {
  text: string;
  phrases: string[];
  excluded: string[];
  author: string | undefined;
  tag: string | undefined;
};

const TERM =
  /(?<minus>[-－])?(?:(?<field>author|tag)[:：])?(?:["“”](?<quoted>[^"“”]*)["“”]|(?<plain>[^\s"“”]+))/giu;

/** `望远镜 "口径 比" -二手 author:林深 tag:天文`. What is no operator is a word; nothing is an error. */
export function parseQuery(q: string): ParsedQuery {
  const parsed: ParsedQuery = {
    ...{ text: '', phrases: [], excluded: [] },
    ...{ author: undefined, tag: undefined },
  };
  const words: string[] = [];
  let left = CHARACTERS_MAX;
  for (const { groups = {} } of q.slice(0, QUERY_MAX).replaceAll('\0', ' ').matchAll(TERM)) {
    const { minus, field, quoted, plain = '' } = groups;
    const value = cutCharacters((quoted ?? plain).trim(), left);
    if (value === '') continue;
    left -= value.length;
    if (field && !minus)
      parsed[field.toLowerCase() as 'author' | 'tag'] = value.replace(/^[#@]/, '');
    else if (minus) parsed.excluded.push(value);
    else if (quoted !== undefined) parsed.phrases.push(value);
    else words.push(value);
  }
  return { ...parsed, text: words.join(' ') };
}

/** Never half a character: PostgreSQL would reject it. */
function cutCharacters(text: string, max: number): string {
  const part = text.slice(0, Math.max(max, 0));
  return part.isWellFormed() ? part : part.slice(0, -1).toWellFormed();
}
