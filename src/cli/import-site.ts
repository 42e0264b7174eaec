import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { storageSettings } from '../config.ts';
import type { StorageSettings } from '../platform/storage/storage.ts';
import { importSite } from '../site-import/actions/import-site.ts';
import { openRedirects } from '../site-import/actions/redirects.ts';
import { openSource } from '../site-import/readers/open-source.ts';
import { ImportError } from '../site-import/records.ts';
import { describeReport, type Report } from '../site-import/report.ts';
import type { System } from '../site-import/rules.ts';
import { withContext } from './context.ts';
import { Failure, WrongUsage } from './failure.ts';
import { readSettings } from './settings.ts';
import { openExistingStorage } from './storage.ts';

export type ImportArguments = {
  path: string;
  dryRun?: boolean;
  oldUrl?: string;
  files?: string;
  author?: string;
  authors?: string;
  guests?: string;
  pages?: boolean;
  redirects?: string;
};

export async function runImport(system: System, input: ImportArguments): Promise<void> {
  const { path, dryRun = false, pages = false, files, author, guests } = input;
  for (const one of [path, ...(files ? [files] : [])])
    if (!existsSync(one)) throw new WrongUsage(`There is no ${one}.`);
  const oldUrl = input.oldUrl === undefined ? null : readUrl(input.oldUrl);
  const addresses = input.authors === undefined ? new Map() : await readAddresses(input.authors);
  const config = readSettings();
  const settings = storageSettings(config);
  await assertOwner(settings);
  const storage = await openExistingStorage(settings);
  try {
    await withContext(config, async (bare) => {
      const ctx = { ...bare, storage };
      const source = await openSource(system, { path, oldUrl });
      const redirects =
        input.redirects === undefined || dryRun
          ? undefined
          : await openRedirects(input.redirects, config.BASE_URL);
      const { report, invitations } = await importSite(ctx, source, {
        ...{ dry_run: dryRun, files: files ?? null, author: author ?? null, addresses },
        ...{ guests: guests ?? null, pages, onProgress: showProgress() },
        ...(redirects ? { redirects } : {}),
      });
      const moved = await redirects?.close();
      console.log(describeReport(report, { dry_run: dryRun }));
      if (moved) console.log(describeRedirects(moved, input.redirects ?? ''));
      if (invitations.length > 0) {
        console.log('This site sends no mail. Each link sets a password, once, within 30 days:');
        for (const { email, link } of invitations) console.log(`${email}\t${link}`);
      }
    });
  } catch (error) {
    if (error instanceof ImportError) throw new Failure(error.message);
    throw error;
  } finally {
    storage.close();
  }
}

/** Of another user, the server could not write below the folders that this command makes. */
async function assertOwner(settings: StorageSettings): Promise<void> {
  if (settings.kind !== 'disk' || !existsSync(settings.directory)) return;
  const { uid } = await stat(settings.directory);
  if (process.getuid && process.getuid() !== uid)
    throw new Failure(`Run it as the user who owns ${settings.directory}, which is the server's.`);
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new WrongUsage(`${text} is not an address like https://blog.example.org.`);
}

async function readAddresses(path: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  const text = await readFile(path, 'utf8');
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const at = line.lastIndexOf('=');
    const [name, email] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 1 || !email.includes('@'))
      throw new WrongUsage(`${path}, line ${index + 1}: not like \`Ada = ada@example.org\`.`);
    addresses.set(name, email);
  }
  return addresses;
}

const EVERY_MS = 1_000;

function showProgress(): (report: Report) => void {
  if (!process.stderr.isTTY) return () => {};
  let next = 0;
  return ({ counts }) => {
    if (Date.now() < next) return;
    next = Date.now() + EVERY_MS;
    const { posts, drafts, comments, already_imported } = counts;
    process.stderr.write(
      `\r${posts + drafts} posts, ${comments} comments, ${already_imported} already imported `,
    );
  };
}

function describeRedirects(
  { written, skipped }: { written: number; skipped: number },
  directory: string,
): string {
  const rest = skipped > 0 ? ` ${skipped} addresses cannot be written safely.` : '';
  return `Wrote ${written} old addresses for nginx and Caddy to ${directory}.${rest}`;
}
