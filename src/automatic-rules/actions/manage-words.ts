import type { Context, Viewer } from '../../context.ts';
import { idOf, type Page, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isUsable } from '../matching/matcher.ts';
import { type Choices, judge, readWords, WORD_MAX, WORDS_MAX } from '../rules.ts';
import type { ImportBody, Imported, ListedWord, Tested, WordQuery } from '../schema.ts';
import * as store from '../store/words.ts';
import { findListedWords } from './judge-text.ts';

export async function listListedWords(ctx: Context, query: WordQuery): Promise<Page<ListedWord>> {
  const page = readPage(Id, query);
  const rows = await store.listWords(ctx.db, query.q, page);
  return toPage(rows, page.limit, idOf, (row) => row);
}

/** Words that cannot be found are returned, not stored. */
export async function importWords(
  ctx: Context,
  owner: Viewer,
  { words, category, homophones = false }: ImportBody,
): Promise<Imported> {
  const lines = readWords(words);
  const usable = lines.filter((word) => word.length <= WORD_MAX && isUsable(word));
  const stored = new Set(usable);
  const skipped = lines.filter((word) => !stored.has(word)).map((one) => one.slice(0, 100));
  await ctx.tx(async (trx) => {
    await lockUser(trx, owner.uid);
    await store.upsertWords(trx, usable, { category, homophones, now: ctx.now() });
    if ((await store.countWords(trx)) > WORDS_MAX)
      throw new Refusal('too_many', { max: WORDS_MAX });
    await recordStaffAction(ctx, trx, owner, {
      action: 'words.import',
      subject_kind: 'words',
      subject_id: null,
      reason: '',
      before: {},
      after: { category, homophones, stored: usable.length },
    });
  });
  return { stored: usable.length, skipped };
}

export async function removeWord(ctx: Context, owner: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    await lockUser(trx, owner.uid);
    const removed = await store.deleteWord(trx, id);
    if (!removed) throw new Refusal('not_found');
    await recordStaffAction(ctx, trx, owner, {
      action: 'words.remove',
      subject_kind: 'words',
      subject_id: null,
      reason: '',
      before: removed,
      after: {},
    });
  });
}

export async function getChoices(ctx: Context): Promise<Choices> {
  const { edition: _, ...choices } = await store.selectRule(ctx.db);
  return choices;
}

export async function changeChoices(
  ctx: Context,
  owner: Viewer,
  choices: Choices,
): Promise<Choices> {
  await ctx.tx(async (trx) => {
    await lockUser(trx, owner.uid);
    const { edition: _, ...before } = await store.selectRule(trx);
    await store.updateChoices(trx, choices);
    await recordStaffAction(ctx, trx, owner, {
      ...{ action: 'rules.change', subject_kind: 'words', subject_id: null, reason: '' },
      ...{ before, after: choices },
    });
  });
  return choices;
}

/** What a text would meet, and why. Nothing is stored. */
export async function testText(ctx: Context, text: string): Promise<Tested> {
  const found = await findListedWords(ctx, text);
  return {
    outcome: judge(found, []).outcome,
    found: found.map(({ word, category, start, end }) => ({
      ...{ word, category, start, end },
      text: text.slice(start, end),
    })),
  };
}
