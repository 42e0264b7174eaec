import type { Touches } from '../lanes.ts';
import type { Article, Deed, DeedOf } from '../plan/deeds.ts';
import * as people from './people.ts';
import * as posts from './posts.ts';
import * as staff from './staff.ts';
import type { Stage } from './stage.ts';

type Performers = { [K in Deed['kind']]: (stage: Stage, deed: DeedOf<K>) => Promise<void> };

const PERFORMERS: Performers = {
  join: people.join,
  introduce: people.introduce,
  show_face: people.showFace,
  log_in: people.enter,
  check_in: people.visit,
  rename: people.rename,
  read_messages: people.readMessages,
  leave: people.leave,
  write: posts.write,
  edit: posts.edit,
  delete: posts.remove,
  comment: posts.comment,
  like: posts.react,
  dislike: posts.react,
  follow: people.follow,
  make_folder: posts.makeFolder,
  save: posts.save,
  energize: posts.energize,
  promote: staff.promote,
  review: staff.turnReview,
  decide: staff.decide,
  judge_profile: staff.judgeProfile,
  ban: staff.ban,
  remove_comment: staff.removeComment,
  give_energy: staff.giveEnergy,
};

/** Through the product's own actions, so that what they promise holds for the demo as well. */
export async function perform(stage: Stage, deed: Deed): Promise<void> {
  try {
    await (PERFORMERS[deed.kind] as Performers['join'])(stage, deed as DeedOf<'join'>);
  } catch (error) {
    const whose = 'article' in deed ? ` (${deed.article.post.title})` : '';
    throw new Error(`${deed.by} could not ${deed.kind}${whose}: ${error}`, { cause: error });
  }
}

const person = (key: string) => `person ${key}`;
const post = (article: Article) => `post ${article.number}`;

/**
 * What must not happen at once, or in another order. People are held by whatever adds to their ledger, their
 * experience or their messages, which are all numbered as they are made.
 */
export function touchesOf(deed: Deed, namedIn: (text: string) => string[]): Touches {
  const by = person(deed.by);
  switch (deed.kind) {
    case 'join':
      return { holds: [by, 'people'] };
    case 'introduce':
    case 'rename':
      return { holds: [by], shares: ['site'] };
    case 'write':
      return { holds: [by, post(deed.article), 'posts'], shares: ['site'] };
    case 'edit':
    case 'delete':
      return { holds: [by, post(deed.article)], shares: ['site'] };
    case 'comment': {
      const told = [deed.article.author, deed.parent?.by ?? '', ...namedIn(deed.comment.text)];
      const holds = new Set([by, ...told.filter(Boolean).map(person), 'comments']);
      return { holds: [...holds], shares: [post(deed.article)] };
    }
    case 'like':
    case 'dislike':
      // Their messages are made of likes when they are looked at, so they are not looked at meanwhile.
      return { holds: [], shares: [by, person(deed.article.author), post(deed.article)] };
    case 'make_folder':
    case 'save':
      return { holds: [`${by}'s folders`], shares: [by, ...savedPost(deed)] };
    case 'energize':
      return { holds: [by, person(deed.article.author)], shares: [post(deed.article)] };
    case 'decide':
      return { holds: [person(deed.article.author), post(deed.article), 'staff'], shares: [by] };
    case 'remove_comment':
      return { holds: [person(deed.comment.by), post(deed.article), 'staff'], shares: [by] };
    case 'follow':
      return { holds: [by, person(deed.whom)] };
    case 'promote':
    case 'judge_profile':
    case 'ban':
      return { holds: [by, person(deed.whom), 'staff'] };
    case 'review':
      return { holds: [by, 'site', 'staff'] };
    case 'give_energy':
      return { holds: [by, ...deed.to.filter((key) => key !== deed.by).map(person), 'staff'] };
    default:
      return { holds: [by] };
  }
}

function savedPost(deed: DeedOf<'make_folder' | 'save'>): string[] {
  return deed.kind === 'save' ? [post(deed.article)] : [];
}
