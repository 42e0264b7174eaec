import { seededRandom } from '../../../test/integration/support/random.ts';
import type { Range } from '../people.ts';
import { LEAST_ID } from '../pgbench-script.ts';
import type { Run } from '../sample.ts';
import type { Site } from '../site.ts';

/** One thing that members do, and its baseline. */
export type Operation = {
  id: string;
  title: string;
  /** What it is compared with. */
  baseline: string;
  /** PERFORMANCE: the least ratio to the baseline; undefined where it is only reported. */
  goal?: number;
  /** What limits it, where the target is missed. */
  limit?: string;
  prepare(site: Site): Pair;
};

/** What limits a page rendered per viewer. */
export const DRAWING =
  'The process: the parts that are the same for all viewers (cards, menus) are rendered once, the rest is joined from strings per viewer. Fewer statements, and fewer components in a page.';

type Pair = { ours: Run; baseline: Run };

/** Seeded: the same choices in every run. */
export const random = seededRandom(20261115);

export function pickOf({ first, count }: Range): number {
  return first + Math.floor(random() * count);
}

/** The same choice as a pgbench expression. */
export function drawOf({ first, count }: Range): string {
  return `random(${first}, ${first + count - 1})`;
}

/** A thousand posts, evenly spread over the public ones. */
export function hotPosts({ public_posts }: Site) {
  const count = Math.min(1_000, public_posts);
  const step = Math.floor(public_posts / count);
  return {
    ids: Array.from({ length: count }, (_, index) => 1 + index * step),
    draw: `1 + ${step} * random(0, ${count - 1})`,
  };
}

/** Two public posts whose ids, and whose authors' ids, equal no other value of a call. */
export async function twoPosts({ service, public_posts }: Site): Promise<[number, number]> {
  const rows = await service.ctx.db
    .selectFrom('post')
    .select('id')
    .where('id', '<=', public_posts)
    .where('id', '>=', LEAST_ID)
    .where('author_uid', '>=', LEAST_ID)
    .whereRef('author_uid', '<>', 'id')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  return two(rows.map(({ id }) => id));
}

export function two(ids: number[]): [number, number] {
  const [one, other] = ids.slice(-2);
  if (one === undefined || other === undefined) throw new Error('fewer than two');
  return [one, other];
}
