import type { EventStream } from '../../platform/http/event-streams.ts';
import type { List, Topics } from '../rules.ts';

/** One open stream. */
export type Subscriber = {
  uid: number;
  session_id: string;
  topics: Topics;
  stream: EventStream;
  /** Everything up to then is sent; after a gap in the announcements, it is read again from here. */
  complete_until: Date;
  /** The last counts sent, so that equal ones are not sent again. */
  counts: { unread?: string; queue?: string };
};

export type Audience = ReturnType<typeof createAudience>;

/** Who subscribes to what on this process. */
export function createAudience() {
  const all = new Set<Subscriber>();
  const byMember = createIndex<number>();
  const byPost = createIndex<number>();
  const byList = createIndex<List>();
  const staff = new Set<Subscriber>();

  return {
    add(subscriber: Subscriber): void {
      all.add(subscriber);
      byMember.add(subscriber.uid, subscriber);
      for (const post of subscriber.topics.posts) byPost.add(post, subscriber);
      for (const list of subscriber.topics.lists) byList.add(list, subscriber);
      if (subscriber.topics.queue) staff.add(subscriber);
    },
    remove(subscriber: Subscriber): void {
      all.delete(subscriber);
      byMember.remove(subscriber.uid, subscriber);
      for (const post of subscriber.topics.posts) byPost.remove(post, subscriber);
      for (const list of subscriber.topics.lists) byList.remove(list, subscriber);
      staff.delete(subscriber);
    },
    all: (): ReadonlySet<Subscriber> => all,
    ofMember: byMember.of,
    ofPost: byPost.of,
    ofList: byList.of,
    ofQueue: (): ReadonlySet<Subscriber> => staff,
  };
}

const NOBODY: ReadonlySet<Subscriber> = new Set();

function createIndex<Key>() {
  const sets = new Map<Key, Set<Subscriber>>();
  return {
    of: (key: Key): ReadonlySet<Subscriber> => sets.get(key) ?? NOBODY,
    add(key: Key, subscriber: Subscriber): void {
      const set = sets.get(key) ?? new Set();
      sets.set(key, set.add(subscriber));
    },
    remove(key: Key, subscriber: Subscriber): void {
      const set = sets.get(key);
      set?.delete(subscriber);
      if (set?.size === 0) sets.delete(key);
    },
  };
}
