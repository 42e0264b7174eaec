import { later } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import { LOG_INS } from '../readers.ts';
import type { DemoMember } from '../schema.ts';
import { isPublic } from './articles.ts';
import type { Article, Deed, FolderWish } from './deeds.ts';

/** The share of those who like a post and also keep it. */
const KEEP = 0.3;
const DISLIKE = 0.006;

const SHELVES: { chinese: FolderWish[]; english: FolderWish[] } = {
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

/** Who likes, dislikes and keeps which post, and when. */
export function planApplause(
  members: DemoMember[],
  articles: Article[],
  joinedAt: (key: string) => number,
  chance: Chance,
): Deed[] {
  const shelves = new Map(members.map((one) => [one.key, shelvesOf(one, chance.of(one.key))]));
  return articles.filter(isPublic).flatMap((article) => {
    const luck = chance.of(String(article.number));
    const crowd = members.filter((one) => one.key !== article.author && one.activity > 0.1);
    const warmth = 0.22 + 0.3 * luck.next() + Math.min(article.post.comments.length, 10) * 0.02;
    const fans = luck.draw(crowd, Math.round(crowd.length * warmth), (one) => one.activity);
    return crowd.flatMap((reader): Deed[] => {
      const from = Math.max(article.when, joinedAt(reader.key));
      const when = later(from, delay(luck, -from, article), luck.next());
      if (when >= article.until) return [];
      const press = { by: reader.key, when, article };
      if (!fans.includes(reader)) return luck.hits(DISLIKE) ? [{ kind: 'dislike', ...press }] : [];
      const likes: Deed[] = [{ kind: 'like', ...press }];
      if (!luck.hits(keenness(reader))) return likes;
      const own = shelves.get(reader.key) ?? [];
      const folder = luck.hits(0.6) && own.length > 0 ? { folder: luck.pick(own) } : {};
      return [...likes, { kind: 'save', ...press, when: when + 0.001, ...folder }];
    });
  });
}

/**
 * Half come at once, some within the week, and some find it whenever they come by; most of them where it is the
 * author whose figures a visitor looks at.
 */
function delay(luck: Chance, age: number, { author }: Article): number {
  const way = luck.next() + (author === LOG_INS.author ? 0.35 : 0);
  if (way < 0.45) return luck.between(0.02, 1.2);
  if (way < 0.65) return luck.between(1.2, 7);
  return luck.between(1, Math.max(age, 2));
}

function keenness({ key }: DemoMember): number {
  return key === LOG_INS.reader ? 2 * KEEP : KEEP;
}

function shelvesOf({ key, username, activity }: DemoMember, luck: Chance): FolderWish[] {
  if (activity < 0.45) return [];
  const isChinese = /\p{Script=Han}/u.test(username);
  const count = key === LOG_INS.reader ? 4 : Math.round(luck.between(1, 3));
  return luck.draw(isChinese ? SHELVES.chinese : SHELVES.english, count, () => 1);
}

/** Somebody's folders are made when the first post goes in, in the order of time. */
export function planFolders(deeds: Deed[]): Deed[] {
  const made = new Map<string, Deed>();
  for (const deed of deeds) {
    if (deed.kind !== 'save' || !deed.folder) continue;
    const name = `${deed.by}/${deed.folder.name}`;
    const first = made.get(name);
    if (first && first.when < deed.when) continue;
    const when = deed.when - 0.0005;
    made.set(name, { kind: 'make_folder', by: deed.by, when, folder: deed.folder });
  }
  return [...made.values()];
}

/** Everybody follows some; those who write more are followed by more. */
export function planFollows(
  members: DemoMember[],
  joinedAt: (key: string) => number,
  chance: Chance,
): Deed[] {
  const shown = Object.values(LOG_INS);
  return members.flatMap((member): Deed[] => {
    const luck = chance.of(member.key);
    const others = members.filter((one) => one !== member && one.username);
    const count = member.activity > 0 ? Math.round(3 + member.activity * 13) : 0;
    const weigh = ({ key, posts }: DemoMember) => 1 + posts.length + (shown.includes(key) ? 6 : 0);
    const chosen = luck.draw(others, count, weigh);
    const author = others.find((one) => one.key === LOG_INS.author);
    // Whoever logs in as the reader finds the author among those they follow.
    if (member.key === LOG_INS.reader && author && !chosen.includes(author)) chosen.push(author);
    return chosen.map(({ key }): Deed => {
      const from = Math.max(joinedAt(member.key), joinedAt(key));
      // The people one logs in as have just been found by somebody.
      const isNew = shown.includes(key) && luck.hits(0.15);
      const when = isNew ? luck.between(-1.6, 0.9) : later(from, luck.between(0.1, -from), 0.5);
      return { kind: 'follow', by: member.key, when: Math.max(when, from + 0.01), whom: key };
    });
  });
}
