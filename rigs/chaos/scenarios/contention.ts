import { seededRandom } from '../../../test/integration/support/random.ts';
import { senderOf, type World, watch } from '../clients.ts';
import type { Member, Post } from '../community.ts';
import { draftEnergize, pick } from '../generator.ts';
import { metric } from '../metrics.ts';
import { perform } from '../perform.ts';
import type { Scenario } from './scenario.ts';

const AT_ONCE = 200;
const POSTS_OF_HOT_AUTHOR = 40;

export const MUTUAL_ENERGY: Scenario = {
  id: 'C17',
  title: 'two hundred at once give energy to each other, and then all to one author',
  minutes: 10,
  rig: () => ({ near: true, settings: { DATABASE_POOL: '20' } }),
  async run(world, stage) {
    const { community } = world;
    const people = community.members.slice(0, AT_ONCE);
    const author = community.members[AT_ONCE] as Member;
    const sender = senderOf(world, stage.random);
    const write = async (member: Member): Promise<Post> => {
      const draft = { kind: 'write', method: 'POST', path: '/api/studio/posts' } as const;
      const { reported } = await perform(sender, member, draft, 'until responded');
      return { id: reported.id ?? 0, author_uid: member.uid };
    };
    const own = await inTurn(people, write);
    const famous = await inTurn(
      Array.from({ length: POSTS_OF_HOT_AUTHOR }, () => author),
      write,
    );
    const half = (stage.seconds * 1000) / 2;
    const before = await countDeadlocks(world);

    const mutual = await giveFor(world, people, half, (index, random) => {
      // Each gives to one of a few others, so that pairs lock each other's accounts from both sides.
      const other = (index ^ (1 << Math.floor(random() * 3))) % people.length;
      return own[other] as Post;
    });
    const hot = await giveFor(world, people, half, (_index, random) => pick(famous, random));
    return [
      metric('gifts to each other', mutual, '/s'),
      metric('gifts to one author', hot, '/s', { min: 200 }),
      metric('deadlocks', (await countDeadlocks(world)) - before, '', { max: 0 }),
    ];
  },
};

/** Gifts per second. */
async function giveFor(
  world: World,
  people: Member[],
  ms: number,
  target: (index: number, random: () => number) => Post,
): Promise<number> {
  const end = world.history.now() + ms;
  let given = 0;
  await Promise.all(
    people.map(async (member, index) => {
      const random = seededRandom(world.seed * 1000 + index);
      const sender = senderOf(world, random);
      while (world.history.now() < end) {
        const operation = await perform(
          sender,
          member,
          draftEnergize(target(index, random), random),
        );
        if (operation.outcome === 'ok') given++;
        watch(world, member, operation);
      }
    }),
  );
  return given / (ms / 1000);
}

async function inTurn<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}

async function countDeadlocks({ rig }: World): Promise<number> {
  const [row] = await rig.sql<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}
