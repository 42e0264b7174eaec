import { LOG_INS } from '../accounts.ts';
import { addDelay } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { DemoMember } from '../schema.ts';
import { isPublic } from './posts.ts';
import type { PlannedFolder, PlannedPost, Step } from './steps.ts';

/** The share of likers who also save the post. */
const SAVE_RATE = 0.3;
const DISLIKE_RATE = 0.006;

const FOLDERS: { chinese: PlannedFolder[]; english: PlannedFolder[] } = {
  chinese: [
    { name: '睡前读物', description: '十点半以后只读这些。', is_public: true },
    { name: '周末试试', description: '看着不难，先存着。', is_public: true },
    { name: '工作用得上', description: '', is_public: false },
    { name: '反复读的', description: '每次都读出一点新东西。', is_public: true },
    { name: '给孩子讲', description: '', is_public: true },
    { name: '想去的地方', description: '路费另算。', is_public: true },
    { name: '不懂但有意思', description: '', is_public: false },
  ],
  english: [
    { name: 'Read with coffee', description: 'Before nine, slowly.', is_public: true },
    { name: 'Try this weekend', description: '', is_public: true },
    { name: 'For work', description: '', is_public: false },
    { name: 'Worth rereading', description: 'The second time is better.', is_public: true },
    { name: 'Practise my Chinese', description: '一天一篇。', is_public: true },
  ],
};

/** Likes, dislikes and saves of every public post. */
export function planReactions(
  members: DemoMember[],
  posts: PlannedPost[],
  joinedAt: (key: string) => number,
  random: Random,
): Step[] {
  const folders = new Map(members.map((one) => [one.key, pickFolders(one, random.fork(one.key))]));
  return posts.filter(isPublic).flatMap((post) => {
    const own = random.fork(String(post.number));
    const readers = members.filter((one) => one.key !== post.author && one.activity > 0.1);
    const likeRate = 0.22 + 0.3 * own.next() + Math.min(post.source.comments.length, 10) * 0.02;
    const likers = own.sample(
      readers,
      Math.round(readers.length * likeRate),
      (one) => one.activity,
    );
    return readers.flatMap((reader): Step[] => {
      const from = Math.max(post.when, joinedAt(reader.key));
      const when = addDelay(from, drawDelay(own, -from, post), own.next());
      if (when >= post.until) return [];
      const reaction = { by: reader.key, when, post };
      if (!likers.includes(reader))
        return own.bool(DISLIKE_RATE) ? [{ kind: 'dislike', ...reaction }] : [];
      const likes: Step[] = [{ kind: 'like', ...reaction }];
      if (!own.bool(saveRate(reader))) return likes;
      const choices = folders.get(reader.key) ?? [];
      const folder = own.bool(0.6) && choices.length > 0 ? { folder: own.pick(choices) } : {};
      return [...likes, { kind: 'save', ...reaction, when: when + 0.001, ...folder }];
    });
  });
}

/**
 * About half react within a day, some within a week, the others at any later time. The demo's author gets more late
 * reactions, so that the charts of the last 90 days have no empty week.
 */
function drawDelay(random: Random, age: number, { author }: PlannedPost): number {
  const draw = random.next() + (author === LOG_INS.author ? 0.35 : 0);
  if (draw < 0.45) return random.between(0.02, 1.2);
  if (draw < 0.65) return random.between(1.2, 7);
  return random.between(1, Math.max(age, 2));
}

function saveRate({ key }: DemoMember): number {
  return key === LOG_INS.reader ? 2 * SAVE_RATE : SAVE_RATE;
}

function pickFolders({ key, username, activity }: DemoMember, random: Random): PlannedFolder[] {
  if (activity < 0.45) return [];
  const isChinese = /\p{Script=Han}/u.test(username);
  const count = key === LOG_INS.reader ? 4 : Math.round(random.between(1, 3));
  return random.sample(isChinese ? FOLDERS.chinese : FOLDERS.english, count, () => 1);
}

/** Creates each folder just before its first post is saved. */
export function planFolders(steps: Step[]): Step[] {
  const folders = new Map<string, Step>();
  for (const step of steps) {
    if (step.kind !== 'save' || !step.folder) continue;
    const name = `${step.by}/${step.folder.name}`;
    const first = folders.get(name);
    if (first && first.when < step.when) continue;
    const when = step.when - 0.0005;
    folders.set(name, { kind: 'create_folder', by: step.by, when, folder: step.folder });
  }
  return [...folders.values()];
}

/** Follows, weighted towards members who write more. */
export function planFollows(
  members: DemoMember[],
  joinedAt: (key: string) => number,
  random: Random,
): Step[] {
  const logIns = Object.values(LOG_INS);
  return members.flatMap((member): Step[] => {
    const own = random.fork(member.key);
    const others = members.filter((one) => one !== member && one.username);
    const count = member.activity > 0 ? Math.round(3 + member.activity * 13) : 0;
    const weigh = ({ key, posts }: DemoMember) => 1 + posts.length + (logIns.includes(key) ? 6 : 0);
    const chosen = own.sample(others, count, weigh);
    const author = others.find((one) => one.key === LOG_INS.author);
    // The demo's reader always follows the demo's author.
    if (member.key === LOG_INS.reader && author && !chosen.includes(author)) chosen.push(author);
    return chosen.map(({ key }): Step => {
      const from = Math.max(joinedAt(member.key), joinedAt(key));
      // Recent followers, so that the log-ins have new notifications.
      const isNew = logIns.includes(key) && own.bool(0.15);
      const when = isNew ? own.between(-1.6, 0.9) : addDelay(from, own.between(0.1, -from), 0.5);
      return { kind: 'follow', by: member.key, when: Math.max(when, from + 0.01), whom: key };
    });
  });
}
