import {
  countFavorites,
  countReactions,
  energyOf,
  type Model,
  type Post,
  sum,
  visibleComments,
} from './model.ts';

export type Received = { likes: number; comments: number; favorites: number; energy: number };

/** The current counts of a post. */
export function receivedBy(model: Model, post: Post): Received {
  return {
    likes: countReactions(post).like_count,
    comments: visibleComments(post).length,
    favorites: countFavorites(model, post),
    energy: energyOf(post),
  };
}

/** D46: likes and favorites without undone ones; comments and energy of a day stay. */
export function receivedOn(model: Model, post: Post, day: string): Received {
  const likes = [...post.reactions.values()].filter((one) => one.kind === 'like');
  return {
    likes: likes.filter((one) => one.day === day).length,
    comments: post.commented_on.filter((comment) => comment === day).length,
    favorites: model.members.filter((one) => one.saved.get(post.id) === day).length,
    energy: sum(post.energy.filter((one) => one.day === day).map((one) => one.amount)),
  };
}

export function addReceived(all: Received[]): Received {
  return {
    likes: sum(all.map((one) => one.likes)),
    comments: sum(all.map((one) => one.comments)),
    favorites: sum(all.map((one) => one.favorites)),
    energy: sum(all.map((one) => one.energy)),
  };
}
