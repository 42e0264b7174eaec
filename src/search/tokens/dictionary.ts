import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Jieba } from '@node-rs/jieba';
import type { Cut } from './document.ts';

let jieba: Jieba | undefined;

/**
 * Loaded with the first text: 45 MB, a quarter of a second. Without HMM, which glues unknown names to their neighbours;
 * lone characters are joined here instead.
 */
export const cutWords: Cut = (normalized) => {
  jieba ??= Jieba.withDict(
    readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt')),
  );
  return jieba.cut(normalized, false);
};
