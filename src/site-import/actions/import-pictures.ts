import type { Context, Viewer } from '../../context.ts';
import { fetchPictureBytes } from '../../foreign-pictures/actions.ts';
import { Refusal } from '../../refusals.ts';
import { uploadImage } from '../../uploads/actions.ts';
import { type ShownPicture, showPicture } from '../html/show-pictures.ts';
import type { Picture } from '../html/tidy.ts';
import type { PostRecord } from '../records.ts';
import type { Report } from '../report.ts';
import type { PictureFiles } from './picture-files.ts';

/** Of one post; less than what a process fetches at once. */
const AT_ONCE = 4;
/** Addresses whose pictures are not stored again, such as a signature below every post. */
const KNOWN_MAX = 10_000;

export type PictureImport = {
  ctx: Context;
  files: PictureFiles;
  report: Report;
  dry_run: boolean;
  /** By author and address. */
  known: Map<string, ShownPicture | undefined>;
};

/** Puts the pictures of a text, and its cover, on this site; what cannot be read stays a link. */
export async function importPictures(
  pictures: PictureImport,
  author: Viewer,
  post: PostRecord,
  found: Picture[],
): Promise<{ cover_url: string | null }> {
  const waiting = [...found];
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift())
      showPicture(one, await getPicture(pictures, author, one.sources, post.directory));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  if (!post.cover) return { cover_url: null };
  const cover = URL.parse(post.cover, post.base || undefined)?.href ?? post.cover;
  const shown = await getPicture(pictures, author, [post.cover, cover], post.directory);
  return { cover_url: shown?.url ?? null };
}

async function getPicture(
  pictures: PictureImport,
  author: Viewer,
  sources: string[],
  directory: string | null,
): Promise<ShownPicture | undefined> {
  const { known } = pictures;
  const isRelative = !URL.canParse(sources[0] ?? '');
  const key = `${author.uid} ${isRelative ? directory : ''} ${sources[0]}`;
  if (known.has(key)) return known.get(key);
  const shown = await storePicture(pictures, author, sources, directory);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, shown);
  return shown;
}

async function storePicture(
  { ctx, files, report, dry_run }: PictureImport,
  author: Viewer,
  sources: string[],
  directory: string | null,
): Promise<ShownPicture | undefined> {
  for (const source of sources) {
    try {
      const bytes = await files.find(source, directory);
      if (dry_run) {
        if (bytes) report.counts.pictures_found += 1;
        else if (canFetch(ctx, source)) report.counts.pictures_to_fetch += 1;
        else continue;
        return undefined;
      }
      const file =
        bytes ?? (canFetch(ctx, source) ? await fetchPictureBytes(ctx, source) : undefined);
      if (!file) continue;
      const { url, width, height } = await uploadImage(ctx, author, 'post', file);
      report.counts.pictures_stored += 1;
      return { url, width, height };
    } catch (error) {
      // Not a picture, too large, or its site does not respond: the next address, or a link.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  report.counts.pictures_missing += 1;
  return undefined;
}

function canFetch({ config }: Context, source: string): boolean {
  return config.PICTURE_FETCH && /^https?:\/\//i.test(source);
}
