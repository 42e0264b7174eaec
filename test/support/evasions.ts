import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Converter } from 'opencc-js';
import { pinyin } from 'pinyin-pro';

/** What spam on Chinese and English sites offers: the list of an ordinary owner. */
export const WORDS = [
  ...[
    '代开发票',
    '刷单兼职',
    '高仿手表',
    '办理证件',
    '贷款秒批',
    '网络赌博',
    '私家侦探',
    '代写论文',
  ],
  ...['裸聊视频', '加微信群', '六合彩票', '枪支弹药', '盗号木马', '考试答案', '信用卡套现'],
  ...['casino', 'viagra', 'free money', 'cheap followers', 'onlyfans', 'payday loan', 'escort'],
  ...['replica watch', 'crypto giveaway', 'porn', 'hot singles', 'weight loss', 'bitcoin doubler'],
  ...['essay service', 'fake passport'],
];

const LATIN_LEET: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '$' };
const toTraditional = Converter({ from: 'cn', to: 't' });
const isHan = (word: string) => /\p{Script=Han}/u.test(word);
/** Common characters by sound, to write a word with others. */
const bySound = new Map<string, string[]>();
for (let code = 0x4e00; code < 0x9fa5; code += 1) {
  const character = String.fromCharCode(code);
  const sound = pinyin(character, { toneType: 'none' });
  bySound.set(sound, [...(bySound.get(sound) ?? []), character]);
}

type Evasion = { name: string; write(word: string, number: number): string };

const SEPARATORS = ['.', '-', '*', '_', '·', '/', '~', '|', ' ', '+'];
const HIDDEN = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad'];

const EVASIONS: Evasion[] = [
  {
    name: 'width',
    write: (word, number) =>
      isHan(word)
        ? [...word].join('\u3000')
        : [...word]
            .map((one) => (one === ' ' ? one : String.fromCodePoint(wide(one, number % 2 === 0))))
            .join(''),
  },
  { name: 'zero-width', write: (word, number) => [...word].join(HIDDEN[number % 5]) },
  { name: 'separators', write: (word, number) => [...word].join(SEPARATORS[number % 10]) },
  {
    name: 'traditional',
    write: (word) => (isHan(word) ? toTraditional(word) : word.toUpperCase()),
  },
  {
    name: 'homophones',
    write: (word, number) =>
      isHan(word)
        ? [...word].map((one, at) => (at % 2 ? one : soundAlike(one, number))).join('')
        : accented(word),
  },
  {
    name: 'leetspeak',
    write: (word) =>
      isHan(word) ? pinyin(word, { toneType: 'none', type: 'array' }).join('') : leet(word),
  },
  {
    name: 'width and separators',
    write: (word, number) => [...word.toUpperCase()].join(SEPARATORS[(number + 3) % 8]),
  },
  {
    name: 'traditional and zero-width',
    write: (word, number) => [...toTraditional(word)].join(HIDDEN[number % 5]),
  },
  {
    name: 'look-alike letters',
    write: (word) =>
      isHan(word)
        ? `${word[0]}🔥${word.slice(1)}`
        : word.replace(/[aeocpx]/g, (one) => CYRILLIC[one] ?? one),
  },
  {
    name: 'leetspeak and separators',
    write: (word, number) => [...leet(word)].join(SEPARATORS[number % 3]),
  },
];

const CYRILLIC: Record<string, string> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х' };

function wide(letter: string, full: boolean): number {
  return full ? letter.charCodeAt(0) + 0xfee0 : 0x1d41a + letter.charCodeAt(0) - 97;
}

function leet(word: string): string {
  return [...word].map((one) => LATIN_LEET[one] ?? one).join('');
}

function accented(word: string): string {
  return word.replace(/[aeiou]/g, (one) => `${one}\u0301`).normalize('NFC');
}

function soundAlike(character: string, number: number): string {
  const others = bySound.get(pinyin(character, { toneType: 'none' })) ?? [character];
  return others[number % others.length] ?? character;
}

const FRAMES = ['需要的找我 @ 谢谢', '看这里：@！', '@', '大家好，@。', 'contact me: @ today'];

/** 300 texts: every word of the list in every way. */
export function listEvasions(): { name: string; word: string; text: string }[] {
  return WORDS.flatMap((word, at) =>
    EVASIONS.map(({ name, write }, way) => ({
      ...{ name, word },
      text: (FRAMES[(at + way) % FRAMES.length] ?? '@').replace('@', write(word, at)),
    })),
  );
}

/** Sentences that people wrote: of the posts and comments of the demo, and pairs of them until there are enough. */
export function listHonestSentences(count: number): string[] {
  const folder = join(import.meta.dirname, '../../demo');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.(md|json)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const sentences = [
    ...new Set(
      texts
        .join('\n')
        .split(/(?<=[。！？.!?])\s*|\n+/)
        .map((one) => one.trim())
        .filter((one) => one.length >= 6),
    ),
  ];
  const result = sentences.slice(0, count);
  for (let at = 0; result.length < count; at += 1) {
    const [one = '', other = ''] = [
      sentences[at % sentences.length],
      sentences[(at * 7 + 13) % sentences.length],
    ];
    result.push(`${one}${other}`);
  }
  return result;
}
