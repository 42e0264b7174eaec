import { pinyin } from 'pinyin-pro';
import { normalizeKey } from './normalize-key.ts';

const KEY_MAX = 64;
const HAN = /\p{Script=Han}/u;

/** How somebody who looks for the name may begin to type: 望远镜, wangyuanjing, wyj. */
export function keysOf(name: string): string[] {
  const normalized = normalizeKey(name);
  const keys = new Set([normalized]);
  if (HAN.test(normalized)) {
    const syllables = pinyin(normalized, { toneType: 'none', type: 'array', v: true });
    keys.add(syllables.join(''));
    keys.add(syllables.map((syllable) => syllable.charAt(0)).join(''));
  }
  return [...keys]
    .map((key) => normalizeKey(key).slice(0, KEY_MAX).toWellFormed())
    .filter((key) => key !== '');
}
