import type { Context } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import type { Source } from '../records.ts';
import { addLeftOut, addProblem, emptyReport, type Report } from '../report.ts';
import { type AuthorImport, listInvitations } from './import-authors.ts';
import { importComments } from './import-comments.ts';
import { importPostRecord } from './import-posts.ts';
import { openPictureFiles } from './picture-files.ts';
import { NO_REDIRECTS, type Redirects } from './redirects.ts';

export type ImportOptions = {
  dry_run: boolean;
  /** A folder with pictures, which is used before the old site. */
  files: string | null;
  /** The address of the member who wrote what has no other author. */
  author: string | null;
  addresses: ReadonlyMap<string, string>;
  /** The address of the member in whose name the comments of guests appear; null leaves them out. */
  guests: string | null;
  /** Whether pages become posts. */
  pages: boolean;
  redirects?: Redirects;
  onProgress?: (report: Report) => void;
};

export type ImportResult = {
  report: Report;
  /** For members whom no mail can invite. */
  invitations: { email: string; link: string }[];
};

/**
 * Imports everything that was not imported before. Each post, comment and member is one transaction with its record, so
 * an import can end anywhere and be run again. Pictures of a post that was not stored any more are swept like others that
 * nothing shows.
 */
export async function importSite(
  ctx: Context,
  source: Source,
  options: ImportOptions,
): Promise<ImportResult> {
  const report = emptyReport();
  const { dry_run, redirects = NO_REDIRECTS } = options;
  const authors: AuthorImport = {
    ...{ ctx, source: source.name, report, dry_run },
    ...{ addresses: options.addresses, fallback: options.author },
    ...{ authors: new Map(), members: new Map() },
  };
  const files = await openPictureFiles({
    ...source,
    files: options.files,
    source: source.directory,
  });
  const pictures = { ctx, files, report, dry_run, known: new Map() };
  const state = { ctx, source, report, options, authors, pictures, redirects };
  const comments = importComments(state);
  for await (const record of source.read()) {
    if (record.kind === 'author') authors.authors.set(record.id, record);
    else if (record.kind === 'left_out') addLeftOut(report, record.what);
    else if (record.kind === 'problem') addProblem(report, record.item, record.reason);
    else if (record.kind === 'comment') await comments.add(record);
    else comments.under(record.id, await importPostRecord(state, record));
    options.onProgress?.(report);
  }
  const needsLinks = !dry_run && !canSendMail(ctx.config);
  return { report, invitations: needsLinks ? await listInvitations(authors) : [] };
}
