import type { Config } from '../../config.ts';
import type { Context, Viewer } from '../../context.ts';
import type { Db, TrxOrAutocommit } from '../../platform/db/database.ts';
import { translator } from '../../platform/i18n.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { findHeldBy } from '../../staff-log/store/shared.ts';
import { levelOf } from '../../users/rules.ts';
import { compileWords, type Matcher } from '../matching/matcher.ts';
import {
  brokenRules,
  type Category,
  type Found,
  hasLink,
  type Judgement,
  judge,
  RULE_NAMES,
  type RuleName,
  wordsOf,
} from '../rules.ts';
import { selectRule, selectWords } from '../store/words.ts';

/** The parts of a text by their JSON pointers, and what else counts. */
export type Judged = {
  parts: Record<string, string>;
  /** Beside the addresses that the parts write out. */
  links?: boolean;
  pictures: boolean;
};

type Compiled = { edition: number; matcher: Matcher; categories: Category[]; words: string[] };

/** Of this process, per site: compiled again when the edition has changed. */
const compiled = new WeakMap<Config, Promise<Compiled>>();

/**
 * How the owner's rules judge a text, before its transaction. One statement reads the edition, so a word counts
 * from the moment it is listed, in every process. Staff are not judged.
 */
export async function judgeText(
  ctx: Context,
  author: Pick<Viewer, 'role' | 'exp'>,
  { parts, links: linked, pictures }: Judged,
): Promise<Judgement> {
  if (author.role !== 'member') return judge([], []);
  const rule = await selectRule(ctx.db);
  const found = rule.edition === 0 ? [] : await findWords(ctx, rule.edition, parts);
  const links = linked || Object.values(parts).some(hasLink);
  const level = levelOf(author.exp);
  return judge(found, brokenRules(rule, { level, links, pictures }), rule);
}

/** For the owner's test box. */
export async function findListedWords(ctx: Context, text: string): Promise<Found[]> {
  const { edition } = await selectRule(ctx.db);
  return findWords(ctx, edition, { '/text': text });
}

async function findWords(
  ctx: Context,
  edition: number,
  parts: Record<string, string>,
): Promise<Found[]> {
  const { matcher, words, categories } = await getCompiled(ctx, edition);
  return Object.entries(parts).flatMap(([pointer, text]) =>
    matcher.find(text).map(({ index, start, end }) => ({
      ...{ pointer, start, end, word: words[index] ?? '' },
      category: categories[index] ?? 'hold',
    })),
  );
}

async function getCompiled(ctx: Context, edition: number): Promise<Compiled> {
  const known = compiled.get(ctx.config);
  const current = await known?.catch(() => undefined);
  if (current && current.edition >= edition) return current;
  // Another call may have begun to compile meanwhile.
  const begun = compiled.get(ctx.config);
  if (begun && begun !== known) return begun;
  const compiling = compile(ctx);
  compiled.set(ctx.config, compiling);
  return compiling;
}

async function compile(ctx: Context): Promise<Compiled> {
  const { edition, words } = await selectWords(ctx.db);
  return {
    edition,
    matcher: compileWords(words),
    categories: words.map((one) => one.category),
    words: words.map((one) => one.word),
  };
}

/** The author reads at once which word is not accepted, and in which part. */
export function assertNotRefused(ctx: Context, judgement: Judgement): void {
  if (judgement.outcome !== 'refuse') return;
  const refused = judgement.found.filter((one) => one.category === 'refuse');
  if (refused.length === 0) {
    const reason = judgement.service_reason || translator(ctx.locale)('automatic_rules.no_reason');
    throw new Refusal('text_not_passed', { reason });
  }
  const fields = refused.map(({ pointer, word }) => ({ pointer, detail: `not accepted: ${word}` }));
  throw new Refusal('text_refused', { words: wordsOf(judgement).join('、') }, { fields });
}

/** Why a text waits, in the language of its author. */
export function explainHold(ctx: Context, judgement: Judgement): string {
  const t = translator(ctx.locale);
  const reason = judgement.service_reason || t('automatic_rules.no_reason');
  const listed = judgement.found.filter((one) => one.category !== 'refuse');
  const words = [...new Set(listed.map((one) => one.word))].slice(0, 5);
  return [
    ...(words.length > 0 ? [t('automatic_rules.because_words', { words: words.join('、') })] : []),
    ...judgement.rules.map((rule) => t(`automatic_rules.because_${rule}`, { reason })),
  ].join(t('automatic_rules.and'));
}

/** Which rule held it last: its name, or `words`. */
export async function findRuleThatHeld(
  db: Db,
  kind: 'post' | 'comment',
  id: number,
): Promise<'words' | RuleName | undefined> {
  const [first] = await findHeldBy(db, kind, id);
  if (first === undefined) return undefined;
  return RULE_NAMES.find((name) => name === first) ?? 'words';
}

/** Nothing happens silently: every decision of a rule is in the staff log, without an actor. */
export function recordDecision(
  ctx: Context,
  trx: TrxOrAutocommit,
  judgement: Judgement,
  subject: { outcome: 'hold' | 'mask'; kind: 'post' | 'comment' | 'user'; id: number },
): Promise<void> {
  return recordStaffAction(ctx, trx, null, {
    action: `rule.${subject.outcome}`,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason: explainHold(ctx, judgement),
    before: {},
    after: { rules: [...new Set(judgement.found.map((one) => one.category)), ...judgement.rules] },
  });
}
