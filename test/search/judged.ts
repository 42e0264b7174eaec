import { readFileSync } from 'node:fs';

export type JudgedText = { title: string; text: string };
/** `relevant`: the indexes of the texts that it should find. */
export type JudgedQuery = { q: string; relevant: number[] };

const FILE = new URL('./judged.txt', import.meta.url);

export function readJudged(): { texts: JudgedText[]; queries: JudgedQuery[] } {
  const texts: JudgedText[] = [];
  const queries: JudgedQuery[] = [];
  for (const topic of readFileSync(FILE, 'utf8').split(/\n\s*\n/)) {
    const lines = topic.split('\n').map((line) => line.trim());
    const ofTopic: number[] = [];
    for (const line of lines) {
      const [mark, rest] = [line.charAt(0), line.slice(2)];
      if (mark === '+') ofTopic.push(texts.length);
      if (mark === '+' || mark === '-') {
        const [title = '', text = ''] = rest.split(' | ');
        texts.push({ title, text });
      }
      if (mark !== '?') continue;
      const [q = '', named] = rest.split(/ @|@$/);
      const relevant =
        named === undefined
          ? ofTopic
          : named.split(',').flatMap((one) => ofTopic[Number(one) - 1] ?? []);
      if (relevant.length > 0) queries.push({ q: q.trim(), relevant });
    }
  }
  return { texts, queries };
}
