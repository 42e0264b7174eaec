import { assertNotBlocked } from '../../blocks/actions/assert-not-blocked.ts';
import type { Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findMentions, labelOf, listPossibleNames, MENTIONS_MAX } from '../rules.ts';
import type { CommentKey } from '../store/keys.ts';
import { findPeople, insertMentions } from '../store/mentions.ts';

/**
 * D28: stores the mentioned users with the label that the text uses, and returns their uids. Users whom the writer
 * picked come before those that only the text names, so the limit never drops a picked one. D67: refuses the name of a
 * member who has blocked the writer.
 */
export async function storeMentions(
  trx: Trx,
  writer: Pick<Viewer, 'uid'>,
  key: CommentKey,
  text: { body: string; mention_uids: number[] },
): Promise<number[]> {
  const names = listPossibleNames(text.body);
  if (names.length + text.mention_uids.length === 0) return [];
  const people = await findPeople(trx, names, text.mention_uids);
  const uids = new Map(people.map((one) => [one.username_key ?? '', one.uid]));
  const labels = new Map<number, string>();
  for (const { uid, label } of findMentions(text.body, uids)) {
    if (!labels.has(uid)) labels.set(uid, label);
  }
  const active = new Map(
    people.filter((one) => one.deleted_at === null).map((one) => [one.uid, one]),
  );
  const mentions = [...new Set([...text.mention_uids, ...labels.keys()])]
    .flatMap((uid) => active.get(uid) ?? [])
    .slice(0, MENTIONS_MAX)
    .map((one) => ({ uid: one.uid, label: labels.get(one.uid) ?? labelOf(one) }));
  const mentioned = mentions.map((mention) => mention.uid);
  await assertNotBlocked(trx, writer.uid, mentioned);
  await insertMentions(trx, key, mentions);
  return mentioned;
}
