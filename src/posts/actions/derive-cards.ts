import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { listUploads } from '../../uploads/actions.ts';
import { imageKeysIn, keyOf } from '../../uploads/rules.ts';
import { chooseCover, measureText, type Picture, type TextMeasures } from '../card-kind.ts';
import { listBodies, updateCards } from '../store/cards.ts';
import type { PostCardRow } from '../store/posts.ts';

/** How many pictures of a text can become its cover. */
const PICTURES = 8;

type Text = { body: string; cover_key: string | null };

/** What a card shows of a text. The author's cover comes first, then the pictures of the text. */
export async function deriveCard(
  db: Db,
  text: Text,
  version: number,
  measures = measureText(text.body as TrustedHtml),
): Promise<PostCardRow> {
  const keys = coverKeys(text);
  const sizes: Sizes = keys.length > 0 ? await sizesOf(db, keys) : new Map();
  return toCard(text, version, sizes, measures);
}

function coverKeys({ body, cover_key }: Text): string[] {
  const keys = [...(cover_key === null ? [] : [cover_key]), ...imageKeysIn(body)];
  return keys.slice(0, PICTURES);
}

async function sizesOf(db: Db, keys: string[]): Promise<Sizes> {
  const found = await listUploads(db, keys);
  const pictures = found.map(({ url, width, height }) => ({
    key: keyOf(url) ?? '',
    width,
    height,
  }));
  return new Map(pictures.map((picture) => [picture.key, picture]));
}

type Sizes = Map<string, Picture>;

function toCard(text: Text, version: number, sizes: Sizes, measures: TextMeasures): PostCardRow {
  const cover = chooseCover(coverKeys(text).flatMap((key) => sizes.get(key) ?? []));
  return {
    ...measures,
    card_version: version,
    picture_key: cover?.key ?? null,
    picture_width: cover?.width ?? null,
    picture_height: cover?.height ?? null,
  };
}

type Row = PostCardRow & { id: number; live_version: number };

/**
 * Derives and stores the cards of texts that an older program saved, the first time that a list shows them. So there is
 * no long job after an upgrade. A failure leaves a plain card.
 */
export async function withCards<R extends Row>(ctx: Context, rows: R[]): Promise<R[]> {
  const missing = rows.filter((row) => row.card_version !== row.live_version);
  if (missing.length === 0) return rows;
  try {
    const bodies = await listBodies(
      ctx.db,
      missing.map(({ id }) => id),
    );
    const sizes = await sizesOf(ctx.db, bodies.flatMap(coverKeys));
    const cards = bodies.map((text) => ({
      id: text.id,
      ...toCard(text, text.live_version, sizes, measureText(text.body as TrustedHtml)),
    }));
    await ctx.autocommit((db) => updateCards(db, cards));
    const byId = new Map(cards.map((card) => [card.id, card]));
    return rows.map((row) => ({ ...row, ...byId.get(row.id) }));
  } catch (error) {
    ctx.log.warn({ err: error }, 'the cards of older posts could not be derived');
    return rows;
  }
}
