import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cutWords } from '../../src/search/tokens/dictionary.ts';
import { toVector } from '../../src/search/tokens/document.ts';

const DEMO = new URL('../../demo/', import.meta.url).pathname;

export type BaseDocument = { text: string; vector: string };

/** Sentences of the demo community, filled up with words of the dictionary by their frequency, so that 的 is as common as it is. */
export function makeDocuments(count: number): BaseDocument[] {
  const random = createRandom(20_240_611);
  const sentences = readSentences();
  const word = createWords(random);
  const pick = () => sentences[Math.floor(random() * sentences.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const own = Array.from({ length: 14 }, word).join('');
    const text = `${pick()}${own}。${index % 4 === 0 ? pick() : ''} ${index % 7 === 0 ? LATIN[index % LATIN.length] : ''}`;
    const document = { title: '', tags: [], summary: '', text, filters: [] };
    return { text, vector: toVector(document, cutWords) };
  });
}

const LATIN = [
  'Running PostgreSQL in production with indexes',
  'the best typescript generics I have written',
  'JavaScript and Node.js notes',
  'vector search with embeddings',
  'Kubernetes deployments for beginners',
];

function readSentences(): string[] {
  const files = readdirSync(DEMO, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const text = files.map((name) => readFileSync(join(DEMO, name), 'utf8')).join('\n');
  return text
    .replace(/^---[\s\S]*?^---/gm, '')
    .split(/(?<=[。！？.!?])|\n/u)
    .map((sentence) => sentence.replace(/[#*`>|[\]]/g, '').trim())
    .filter((sentence) => sentence.length > 6 && sentence.length < 120);
}

/** Words of jieba's dictionary, drawn by the frequency that it gives them. */
function createWords(random: () => number): () => string {
  const path = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt');
  const entries = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([word = '']) => /^\p{Script=Han}{1,4}$/u.test(word));
  const sums = new Float64Array(entries.length);
  let total = 0;
  for (const [index, [, frequency]] of entries.entries()) {
    total += Number(frequency);
    sums[index] = total;
  }
  return () => {
    const target = random() * total;
    let low = 0;
    for (let high = sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return entries[low]?.[0] ?? '';
  };
}

/** The same documents in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
