import type { Context } from '../../context.ts';
import type { Trx } from '../db/database.ts';
import { detectLanguage } from './detect.ts';

/** Texts from before their language was stored, in one table. */
export type TextsWithoutLanguage = {
  kind: 'post' | 'signature' | 'folder';
  /** Locks the next ones by id. May skip a row that somebody is saving: the save detects its language. */
  lock(trx: Trx, afterId: number, limit: number): Promise<{ id: number; text: string }[]>;
  store(trx: Trx, ids: number[], languages: (string | null)[]): Promise<void>;
};

const BATCH_ROWS = 100;
/** Of one run, so that it does not occupy a worker for long; the next run continues. */
const BATCHES_MAX = 50;

export async function backfillLanguages(ctx: Context, texts: TextsWithoutLanguage): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const isMore = await ctx.tx((trx) => backfillBatch(trx, texts));
    if (!isMore) return;
  }
}

async function backfillBatch(trx: Trx, texts: TextsWithoutLanguage): Promise<boolean> {
  const { kind } = texts;
  const progress = await trx
    .selectFrom('language_backfill')
    .select('after_id')
    .where('kind', '=', kind)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!progress) return false;
  const rows = await texts.lock(trx, progress.after_id, BATCH_ROWS);
  const last = rows.at(-1);
  if (!last) {
    await trx.deleteFrom('language_backfill').where('kind', '=', kind).execute();
    return false;
  }
  const languages = await Promise.all(rows.map(({ text }) => detectLanguage(text)));
  await texts.store(
    trx,
    rows.map(({ id }) => id),
    languages,
  );
  await trx
    .updateTable('language_backfill')
    .set({ after_id: last.id })
    .where('kind', '=', kind)
    .execute();
  return true;
}
