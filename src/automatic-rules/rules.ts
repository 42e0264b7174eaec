/** What a listed word does, the strictest first. */
export const CATEGORIES = ['refuse', 'hold', 'mask'] as const;
export type Category = (typeof CATEGORIES)[number];

export const WORD_MAX = 50;
/** One import; the whole list may be longer. */
export const IMPORT_MAX = 200_000;
export const WORDS_MAX = 50_000;
export const TEST_MAX = 10_000;
/** An explanation names at most so many words. */
const NAMED_MAX = 5;
const LEVEL_MAX = 6;
export const CHOICES = { level: LEVEL_MAX, mentions: 100, repeats: 100 } as const;

/** Whose links to the same site are counted: below this level. */
export const NEWCOMER_LEVEL = 2;
/** For how long the same text counts, from its first time on. */
export const REPEAT_SECONDS = 24 * 3600;
/** Shorter texts are thanks and greetings, which many write. */
export const REPEAT_SYMBOLS_MIN = 10;
/** So many sites of one text are counted. */
const HOSTS_MAX = 5;

/** The rules besides the words. */
export const RULE_NAMES = [
  ...(['links', 'pictures', 'mentions', 'repeats', 'hosts', 'service', 'no_reply'] as const),
];
export type RuleName = (typeof RULE_NAMES)[number];

/** Of the operator's service; not replied: the default of the operator. */
export type ServiceVerdict = {
  outcome: 'allow' | 'hold' | 'refuse';
  reason: string;
  replied: boolean;
};

/** A word of the list in a part of a text. */
export type Found = {
  pointer: string;
  word: string;
  category: Category;
  start: number;
  end: number;
};
export type Judgement = {
  outcome: 'allow' | Category;
  found: Found[];
  rules: RuleName[];
  /** Of the service, if it gave one. */
  service_reason?: string;
  /** What is counted when the text is stored. */
  limits: Limits;
};

/** 0: not counted. */
type Limits = { mentions_max: number; repeats_max: number; hosts_max: number };
const NO_LIMITS: Limits = { mentions_max: 0, repeats_max: 0, hosts_max: 0 };

export type Choices = { links_level: number; pictures_level: number } & Limits;

/** What is judged besides the words. */
export type Circumstances = { level: number; links: boolean; pictures: boolean };

export function brokenRules(choices: Choices, one: Circumstances): RuleName[] {
  const rules: RuleName[] = [];
  if (one.links && one.level < choices.links_level) rules.push('links');
  if (one.pictures && one.level < choices.pictures_level) rules.push('pictures');
  return rules;
}

/** The strictest of everything that a text meets. */
export function judge(found: Found[], rules: RuleName[], limits = NO_LIMITS): Judgement {
  const strictest = CATEGORIES.find((category) => found.some((one) => one.category === category));
  return alsoHold({ outcome: strictest ?? 'allow', found, rules: [], limits }, rules);
}

/** The same judgement after more rules were met. */
export function alsoHold(judgement: Judgement, rules: RuleName[]): Judgement {
  if (rules.length === 0) return judgement;
  const outcome = judgement.outcome === 'refuse' ? 'refuse' : 'hold';
  return { ...judgement, outcome, rules: [...judgement.rules, ...rules] };
}

const LINK = /https?:\/\/|www\.|<a\s/i;

export function hasLink(text: string): boolean {
  return LINK.test(text);
}

export function withVerdict(judgement: Judgement, verdict: ServiceVerdict | undefined): Judgement {
  if (!verdict || verdict.outcome === 'allow') return judgement;
  const held = alsoHold(judgement, [verdict.replied ? 'service' : 'no_reply']);
  return {
    ...held,
    outcome: verdict.outcome === 'refuse' ? 'refuse' : held.outcome,
    service_reason: verdict.reason,
  };
}

/** Counted where the text is stored, because it may name people whom its author did not pick. */
export function judgeMentions(judgement: Judgement, mentioned: number): Judgement {
  const { mentions_max } = judgement.limits;
  return mentions_max > 0 && mentioned > mentions_max
    ? alsoHold(judgement, ['mentions'])
    : judgement;
}

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'，。、；）】]+/gi;

/** The other sites that a text or HTML links to, each once, in one order. */
export function linkedHosts(text: string, ownHost: string): string[] {
  const hosts = (text.match(ADDRESS) ?? []).flatMap((address) => {
    const url = URL.parse(/^www/i.test(address) ? `http://${address}` : address);
    return url ? [url.hostname.replace(/^www\./, '').replace(/\.$/, '')] : [];
  });
  const others = new Set(hosts.filter((host) => host !== '' && host !== ownHost));
  return [...others].slice(0, HOSTS_MAX).sort();
}

/** The words of one outcome, each once. */
export function wordsOf({ found, outcome }: Judgement): string[] {
  const words = found.filter((one) => one.category === outcome).map((one) => one.word);
  return [...new Set(words)].slice(0, NAMED_MAX);
}

const MASK = '＊';

/** The text with the words to mask covered, one sign for each character. */
export function maskText(text: string, found: Found[], pointer: string): string {
  let masked = text;
  for (const { start, end, category, pointer: at } of found) {
    if (category !== 'mask' || at !== pointer) continue;
    masked = masked.slice(0, start) + MASK.repeat(end - start) + masked.slice(end);
  }
  return masked;
}

/** The lines of an import: trimmed, each once, without empty ones and comments. */
export function readWords(lines: string): string[] {
  const words = lines
    .normalize('NFC')
    .split(/\r?\n/)
    .map((line) => line.trim());
  return [...new Set(words)].filter((word) => word !== '' && !word.startsWith('#'));
}
