import { seededRandom } from '../../../test/integration/support/random.ts';
import type { Range } from '../people.ts';
import type { Run } from '../sample.ts';
import type { Site } from '../site.ts';
import { LEAST_ID } from '../twin-script.ts';

/** Something people do, and the bare thing beside it. */
export type Operation = {
  id: string;
  title: string;
  /** What it is measured beside. */
  twin: string;
  /** PERFORMANCE: how much of the twin it must reach. Nothing where it is only reported. */
  goal?: number;
  /** Where it is missed: what stands in the way. */
  limit?: string;
  prepare(site: Site): Pair;
};

/** What limits a page that is made for whoever asks. */
export const DRAWING =
  'The process: what is the same for everybody (cards, menus) is drawn once, the rest is joined from strings for its reader. Fewer statements, and fewer components in a page.';

type Pair = { ours: Run; twin: Run };

/** Chosen as by chance, and the same in every run. */
export const random = seededRandom(20261115);

export function pickOf({ first, count }: Range): number {
  return first + Math.floor(random() * count);
}

/** The same for pgbench. */
export function drawOf({ first, count }: Range): string {
  return `random(${first}, ${first + count - 1})`;
}

/** Posts that are read over and over, all over the public ones. */
export function hotPosts({ public_posts }: Site) {
  const count = Math.min(1_000, public_posts);
  const step = Math.floor(public_posts / count);
  return {
    ids: Array.from({ length: count }, (_, place) => 1 + place * step),
    draw: `1 + ${step} * random(0, ${count - 1})`,
  };
}

/** Two public posts whose numbers, and whose authors', can be told from everything else that is asked for. */
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
