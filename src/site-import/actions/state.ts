import type { Context } from '../../context.ts';
import type { Source } from '../records.ts';
import type { Report } from '../report.ts';
import type { AuthorImport } from './import-authors.ts';
import type { PictureImport } from './import-pictures.ts';
import type { Redirects } from './redirects.ts';

/** Of one run. */
export type ImportState = {
  ctx: Context;
  source: Source;
  report: Report;
  options: { dry_run: boolean; guests: string | null; pages: boolean };
  authors: AuthorImport;
  pictures: PictureImport;
  redirects: Redirects;
};

/** What became of a post of the source. `id` is 0 in a dry run. */
export type PostOutcome = { id: number; is_public: boolean } | null;
