import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  deleteNameChanges,
  deleteNames,
  listNames,
  type NameKind,
  recordChangedWeights,
  takeNameChanges,
  upsertName,
} from '../store/names.ts';
import { deleteWord, insertWords, isIndexed, listWordsAfter } from '../store/words.ts';
import { latinWords, stem } from '../tokens/scan.ts';
import { tokenizeName } from './token-work.ts';

const BATCH = 50;
const WORDS_AT_ONCE = 500;
/** After this many batches other recurring tasks get their turn. */
const BATCHES = 10;

/** Takes the names that triggers recorded, as `processPostChanges` takes posts. */
export async function processNameChanges(ctx: Context): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const taken = await ctx.tx(async (trx) => {
      const changes = await takeNameChanges(trx, BATCH);
      if (changes.length === 0) return 0;
      for (const kind of ['person', 'tag'] as const) {
        const ids = changes.filter((change) => change.kind === kind).map(({ ref_id }) => ref_id);
        await indexNames(ctx, trx, kind, [...new Set(ids)]);
      }
      await deleteNameChanges(
        trx,
        changes.map(({ id }) => id),
      );
      return changes.length;
    });
    if (taken < BATCH) return;
  }
}

export async function indexNames(
  ctx: Context,
  trx: Trx,
  kind: NameKind,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  const names = await listNames(trx, kind, ids);
  for (const { ref_id, name, about, counted } of names) {
    const { keys, vector } = await tokenizeName(ctx, { name, about });
    const weight = Math.floor(Math.log2(1 + counted));
    await upsertName(trx, { kind, ref_id, weight, keys, vector });
    // Not those of members: a purge must leave none of their names.
    if (kind === 'tag') await insertWords(trx, latinWords(name));
  }
  const found = new Set(names.map(({ ref_id }) => ref_id));
  const gone = ids.filter((id) => !found.has(id));
  if (gone.length > 0) await deleteNames(trx, kind, gone);
}

/** Every night: forgets the words that no public post has any more. */
export async function pruneWords(ctx: Context): Promise<void> {
  for (let after = ''; ; ) {
    const words = await listWordsAfter(ctx.db, after, WORDS_AT_ONCE);
    const last = words.at(-1);
    if (last === undefined) return;
    for (const word of words)
      if (!(await isIndexed(ctx.db, stem(word))))
        await ctx.autocommit((db) => deleteWord(db, word));
    after = last;
  }
}

/** Every night: names are ordered by how many follow or use them. */
export async function refreshNameWeights(ctx: Context): Promise<void> {
  const changed = await ctx.tx((trx) => recordChangedWeights(trx));
  if (changed > 0) ctx.log.info({ changed }, 'names in search get a new weight');
}
