import type { Context } from '../../context.ts';
import { backfillLanguages } from '../../platform/language/backfill.ts';
import { POSTS_WITHOUT_LANGUAGE } from '../store/languages.ts';

/** Run by a worker until every post from before migration 0043 has a language. */
export function detectPostLanguages(ctx: Context): Promise<void> {
  return backfillLanguages(ctx, POSTS_WITHOUT_LANGUAGE);
}
