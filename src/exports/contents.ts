import { getDigestTime } from '../digest/actions/digest-settings.ts';
import { findBalance } from '../energy/store/shared.ts';
import { getNotifyPrefs } from '../notifications/actions/prefs.ts';
import type { Db } from '../platform/db/database.ts';
import type { Messages } from '../platform/i18n.ts';
import { Refusal } from '../refusals.ts';
import { getStudioVisit } from '../studio/actions/read-changes.ts';
import { findFollowCounts } from '../users/actions/count-follows.ts';
import { findUser } from '../users/actions/find-user.ts';
import { levelOf } from '../users/rules.ts';
import * as account from './store/account.ts';
import * as community from './store/community.ts';
import * as ledgers from './store/ledgers.ts';
import * as series from './store/series.ts';
import * as writing from './store/writing.ts';

type Rows = (db: Db, uid: number) => AsyncGenerator<object>;

export type FileName = keyof Messages['export']['files'];

/** The files of an export besides the account itself and the pictures, in order. */
export const LISTS: [FileName, Rows][] = [
  ['profile-changes', account.listProfileChanges],
  ['devices', each(account.listDevices, ({ id: _, ...device }) => device)],
  ['connected-accounts', account.listConnectedAccounts],
  ['security-events', account.listSecurityEvents],
  ['email-changes', account.listEmailChanges],
  ['passkeys', account.listPasskeys],
  ['api-tokens', account.listApiTokens],
  ['accepted-terms', account.listAcceptances],
  ['invitations', account.listInvitations],
  ['used-invitation', account.listUsedInvitation],
  ['push-subscriptions', account.listPushSubscriptions],
  ['mails', account.listMails],
  ['posts', each(writing.listPosts, withPicture('cover_key', 'cover'))],
  ['post-versions', each(writing.listVersions, withPicture('cover_key', 'cover'))],
  ['post-counts', writing.listPostCounts],
  ['post-reads', writing.listReads],
  ['post-read-sources', writing.listReadSources],
  ['post-read-depths', writing.listReadDepths],
  ['comments', each(writing.listComments, withPicture('image_key', 'image'))],
  ['comment-versions', writing.listCommentVersions],
  ['mentions', writing.listMentions],
  ['reactions', community.listReactions],
  ['comment-likes', community.listCommentLikes],
  ['reports', each(community.listReported, ({ id: _, ...report }) => report)],
  ['bans', community.listBans],
  ['appeals', community.listAppeals],
  ['following', community.listFollowing],
  ['blocks', community.listBlocks],
  ['followed-tags', each(community.listFollowedTags, ({ id: _, ...tag }) => tag)],
  ['followers', community.listFollowers],
  ['series', series.listSeries],
  ['series-posts', series.listSeriesPosts],
  ['folders', community.listFolders],
  ['favorites', community.listFolderItems],
  ['energy', ledgers.listEnergy],
  ['energized', ledgers.listEnergized],
  ['experience', ledgers.listExp],
  ['check-ins', ledgers.listCheckIns],
  ['tasks', ledgers.listTasks],
  ['messages', account.listMessages],
  ['staff-decisions', writing.listDecisions],
  ['pictures', each(account.listUploads, withPicture('key', 'file'))],
];

export async function describeAccount(db: Db, uid: number): Promise<object> {
  const user = await findUser(db, uid);
  if (!user) throw new Refusal('not_found');
  const counts = await findFollowCounts(db, uid);
  return {
    uid,
    email: user.email,
    email_verified_at: user.email_verified_at,
    language_of_mails: user.locale,
    username: user.username,
    signature: user.signature,
    signature_lang: user.signature_lang,
    picture: user.avatar_key && pathOf(user.avatar_key),
    role: user.role,
    status: user.status,
    created_at: user.created_at,
    deleted_at: user.deleted_at,
    exp: user.exp,
    level: levelOf(user.exp),
    energy: await findBalance(db, uid),
    last_check_in: user.checked_in_on,
    followers: counts.followers,
    following: counts.following,
    settings: {
      follows_public: user.follows_public,
      feeds_full: user.feeds_full,
      notifications: await getNotifyPrefs(db, uid),
      digest: await getDigestTime(db, uid),
      studio_seen_at: await getStudioVisit(db, uid),
    },
  };
}

/** The path of a picture in the export; on the site the same key follows `/uploads/`. */
export function pathOf(key: string): string {
  return `pictures/${key}`;
}

function each<Row>(
  rows: (db: Db, uid: number) => AsyncGenerator<Row>,
  present: (row: Row) => object,
) {
  return async function* (db: Db, uid: number) {
    for await (const row of rows(db, uid)) yield present(row);
  };
}

function withPicture<Column extends string>(column: Column, name: string) {
  return ({ [column]: key, ...row }: Record<Column, string | null>) => ({
    ...row,
    [name]: key && pathOf(key),
  });
}
