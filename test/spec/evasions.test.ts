import { expect, test } from 'vitest';
import { compileWords } from '../../src/automatic-rules/matching/matcher.ts';
import { listEvasions, listHonestSentences, WORDS } from '../support/evasions.ts';

const matcher = compileWords(WORDS.map((word) => ({ word, homophones: true })));
const HONEST = 10_000;
const CAUGHT_MIN = 0.9;
const MISTAKES_MAX = 0.001;

test('of 300 evasions of a word list, at least nine of ten are caught', () => {
  const evasions = listEvasions();
  expect(evasions).toHaveLength(300);
  const missed = evasions.filter(
    ({ word, text }) => !matcher.find(text).some((hit) => WORDS[hit.index] === word),
  );
  const caught = 1 - missed.length / evasions.length;
  const names = Map.groupBy(missed, ({ name }) => name);
  const report = [...names].map(
    ([name, all]) => `${name}: ${all.map((one) => one.text).join(' | ')}`,
  );
  expect(caught, `missed\n${report.join('\n')}`).toBeGreaterThanOrEqual(CAUGHT_MIN);
});

test('of 10 000 honest sentences, at most one of a thousand is held', () => {
  const sentences = listHonestSentences(HONEST);
  const held = sentences.filter((text) => matcher.find(text).length > 0);
  expect(sentences).toHaveLength(HONEST);
  expect(held.length / HONEST, held.slice(0, 10).join('\n')).toBeLessThanOrEqual(MISTAKES_MAX);
});

/** Words of two to four characters that no honest text has, and a text with one of them in 200 characters. */
function longList(): { words: string[]; text: string } {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % below;
  };
  const han = () => String.fromCharCode(0x4e00 + random(3000));
  const words = new Set<string>();
  while (words.size < 50_000) words.add(Array.from({ length: 2 + random(3) }, han).join(''));
  const list = [...words];
  let text = '';
  while (text.length < 10_000) text += random(200) === 0 ? list[random(50_000)] : han();
  return { words: list, text: text.slice(0, 10_000) };
}

test('a text of 10 000 characters against 50 000 words takes less time than a look-up per character', () => {
  const { words, text } = longList();
  const long = compileWords(words.map((word) => ({ word, homophones: false })));
  expect(long.find(text).length).toBeGreaterThan(0);
  const listed = new Set(words);
  const lookUpPairs = () => {
    let found = 0;
    for (let at = 1; at < text.length; at += 1)
      if (listed.has(text.slice(at - 1, at + 1))) found += 1;
    return found;
  };
  // The fastest of many, in turns: what the work costs, however fast or busy the machine is.
  const fastest = { find: Number.POSITIVE_INFINITY, lookUp: Number.POSITIVE_INFINITY };
  const time = (name: keyof typeof fastest, work: () => unknown) => {
    const started = performance.now();
    work();
    fastest[name] = Math.min(fastest[name], performance.now() - started);
  };
  for (let round = 0; round < 300; round += 1) {
    time('find', () => long.find(text));
    time('lookUp', lookUpPairs);
  }
  expect(fastest.find / fastest.lookUp).toBeLessThan(1);
});
