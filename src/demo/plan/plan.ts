import { createChance } from '../chance.ts';
import { goneAt } from '../readers.ts';
import type { DemoMember } from '../schema.ts';
import { planApplause, planFolders, planFollows } from './applause.ts';
import { isPublic, placeArticles, planArticles, planTalk } from './articles.ts';
import { type Article, type Deed, inOrder } from './deeds.ts';
import { planEnergy } from './energy.ts';
import { placeJoining, planJoining, planVisits } from './joining.ts';
import { planStaff } from './staff.ts';

export type Plan = { deeds: Deed[]; articles: Article[] };

/** Everything that happens, in the order of time. Pure: the same people make the same story. */
export function planStory(members: DemoMember[], seed = 'lamplight'): Plan {
  const chance = createChance(seed);
  const owner = members.find((one) => one.role === 'owner')?.key ?? '';
  const admins = members
    .filter((one) => one.role === 'admin')
    .map((one) => one.key)
    // By language: who reads Chinese first.
    .toSorted((a, b) => Number(isLatin(members, a)) - Number(isLatin(members, b)));
  const joining = placeJoining(members, chance.of('joining'));
  const joinedAt = (key: string) => joining.get(key) ?? 0;
  const articles = placeArticles(members, chance.of('articles'));

  const talk = articles
    .filter(isPublic)
    .flatMap((article) => planTalk(article, joinedAt, chance.of(`talk/${article.number}`)));
  const lastWord = new Map<Article, number>();
  for (const deed of talk)
    if (deed.kind === 'comment')
      lastWord.set(deed.article, Math.max(deed.when, lastWord.get(deed.article) ?? deed.when));

  // Before the applause: it is decided here until when a post can be seen.
  const posts = planArticles({ members, owner, admins }, articles, lastWord);
  const applause = planApplause(members, articles, joinedAt, chance.of('applause'));
  const deeds = [
    ...planJoining(members, joinedAt, owner, admins[0] ?? owner),
    ...posts,
    ...talk,
    ...applause,
    ...planFolders(applause),
    ...planFollows(members, joinedAt, chance.of('follows')),
    ...planStaff({ members, articles, owner, admins }),
  ].filter(isThere);
  const energy = planEnergy({ members, articles, joinedAt }, deeds, chance.of('energy'));
  return {
    deeds: inOrder([...deeds, ...energy, ...planVisits(members, joinedAt)]),
    articles,
  };
}

/** Whoever has left or was banned does nothing more, and nobody finds somebody who left. */
function isThere(deed: Deed): boolean {
  if (deed.when > goneAt(deed.by)) return false;
  return deed.kind !== 'follow' || deed.when < goneAt(deed.whom);
}

function isLatin(members: DemoMember[], key: string): boolean {
  const name = members.find((one) => one.key === key)?.username ?? '';
  return !/\p{Script=Han}/u.test(name);
}
