import type { ShardKey } from './shard-key.ts';

/** What belongs to a post goes by the post, so that one page of it is on one machine. */
export const POST_SHARD_KEYS: Record<string, ShardKey> = {
  post_revision: {
    state: 'spread',
    key: 'post_id',
    why: 'every save, whole: more bytes than everything else that people write, asked for by its post and version',
    crossing:
      '`posts` emptyPostsOf deletes those of many posts; readVersion reads one under the lock of its post, and who approves an edit in the very millisecond in which it is saved is told that something broke; `integrity` compares all of them with their posts',
  },
  revision_thinning: {
    state: 'later',
    key: 'post_id',
    why: 'beside the versions it is about',
    crossing: '`posts` lockDueThinning asks everywhere which posts are due',
    before: 'each machine thins its own',
  },
  post: {
    state: 'later',
    key: 'id',
    why: 'a page is one post, with what hangs on it',
    crossing:
      '`posts` listNewest, listQueue and listInStatus ask every shard for a page and merge; listDesk and an author’s posts do so too; every one of them joins the author',
    before:
      'the narrow copy of authors on every machine (see `users`); lists of one author are kept in a table that goes by author',
  },
  post_count: {
    state: 'later',
    key: 'post_id',
    why: 'beside the post it counts',
    crossing:
      '`posts` counting takes the counters of many posts in one statement, skipping those that are taken',
    before:
      'presses that travel together are gathered for each shard, so that their locks are on one machine',
  },
  post_count_delta: {
    state: 'later',
    key: 'post_id',
    why: 'beside the counter it waits for',
    crossing: '`posts` listUnfolded asks everywhere which posts have some waiting',
    before: 'its primary key becomes (post_id, id)',
  },
  post_reaction: {
    state: 'later',
    key: 'post_id',
    why: 'a reaction changes the counters of its post, and one reader reacts to many posts',
    crossing:
      '`reactions` updateReactions locks the readers’ rows in `users` to check their status; exports and purges read a member’s reactions from every shard',
    before:
      'a reader’s status comes with the narrow copy of everybody, or is looked at in a statement before',
  },
  post_day: {
    state: 'later',
    key: 'post_id',
    why: 'written by who holds the post’s counter',
    crossing: '`posts` sumDays and `messages` listChangedDays ask for an author’s days',
    before: 'a second table by author and day, which the fold writes',
  },
  post_hot_score: {
    state: 'later',
    key: 'post_id',
    why: 'computed from the post’s days',
    crossing: '`posts` listHottest reads a page from every shard and merges',
  },
  comment: {
    state: 'later',
    key: 'post_id',
    why: 'a discussion is read and counted with its post',
    crossing:
      '`comments` listReplies, findPlace, lockComments and deleteComments know a comment by its id alone; listRoots joins people, pictures and answers; searchComments walks all of them',
    before:
      'the post is in every address and statement; the primary key becomes (post_id, id); the staff’s search asks each shard for itself',
  },
  hidden_reply: {
    state: 'later',
    key: 'post_id',
    why: 'beside the comment it is about',
    crossing: '`comments` deleteHiddenReplies deletes a member’s, when they restore their account',
    before: 'it gets a column for the post',
  },
  comment_mention: {
    state: 'later',
    key: 'post_id',
    why: 'beside its comment',
    crossing: '`comments` listMentioning, for a purge, asks for a member’s',
    before: 'it gets a column for the post',
  },
  post_favorite: {
    state: 'later',
    key: 'post_id',
    why: 'counted on the post',
    crossing:
      'written in one statement with the folder, which goes by its member; an export and a purge ask for a member’s',
    before: 'the two statements of `folder_item`',
  },
  post_energize: {
    state: 'later',
    key: 'post_id',
    why: 'counted on the post',
    crossing: 'an export asks for a member’s; `integrity` compares it with the ledger',
    before: 'its primary key becomes (post_id, id)',
  },
  post_energize_total: {
    state: 'later',
    key: 'post_id',
    why: 'the cap is of one member and one post',
    crossing: 'a member’s purge; `integrity`',
  },
};
