import type { Context } from '../../context.ts';
import { backfillLanguages } from '../../platform/language/backfill.ts';
import { FOLDERS_WITHOUT_LANGUAGE } from '../store/languages.ts';

/** Run by a worker until every folder from before migration 0043 has a language. */
export function detectFolderLanguages(ctx: Context): Promise<void> {
  return backfillLanguages(ctx, FOLDERS_WITHOUT_LANGUAGE);
}
