import type { Context } from '../../context.ts';
import { backfillLanguages } from '../../platform/language/backfill.ts';
import { SIGNATURES_WITHOUT_LANGUAGE } from '../store/languages.ts';

/** Run by a worker until every signature from before migration 0043 has a language. */
export function detectSignatureLanguages(ctx: Context): Promise<void> {
  return backfillLanguages(ctx, SIGNATURES_WITHOUT_LANGUAGE);
}
