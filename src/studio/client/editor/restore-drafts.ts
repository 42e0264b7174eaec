import type { Locale } from '../../../platform/i18n.ts';
import type { Autosave, Content } from './autosave.ts';
import { showBanner } from './banners.ts';
import { claimSlot, inheritSlot, ownSlot, storeSlot } from './draft-slots.ts';
import type { Fields } from './fields.ts';
import { deleteLocalDraft, type LocalDraft, listLocalDrafts } from './local-drafts.ts';
import type { NewerVersion } from './resolve-conflict.ts';
import type { Translate } from './translate.ts';

export type FoundDraft = {
  /** Where this window keeps its text on this device. */
  slot: string;
  /** What was being written here and did not reach the server. */
  copy: LocalDraft | null;
  /** New texts other windows left behind, to be offered. */
  others: LocalDraft[];
  /** Those of windows that are still open, or not quite closed: theirs until they are gone. */
  held: LocalDraft[];
};

/** What this device still has of the post that is opened. Copies of windows that are open are theirs. */
export async function findLocalDrafts(uid: number, id: number | null): Promise<FoundDraft> {
  const copies = await listLocalDrafts(uid);
  const belongs = (copy: LocalDraft) => copy.id === id;
  const slot = await ownSlot((one) => {
    const copy = copies.find((kept) => kept.slot === one);
    return !copy || belongs(copy);
  });
  const own = copies.find((copy) => copy.slot === slot);
  if (own) return { slot, copy: own, others: [], held: [] };
  const left: LocalDraft[] = [];
  const held: LocalDraft[] = [];
  for (const copy of copies.filter(belongs)) {
    if (await claimSlot(copy.slot)) left.push(copy);
    else held.push(copy);
  }
  const [newest] = left;
  // A saved post has one text to go on with; of texts that are no posts yet, the author chooses.
  if (id === null || !newest) return { slot, copy: null, others: left, held };
  storeSlot(newest.slot);
  return { slot: newest.slot, copy: newest, others: left.slice(1), held };
}

type Options = {
  uid: number;
  fields: Fields;
  keeper: Autosave;
  say: Translate;
  locale: Locale;
  showConflict(newer: NewerVersion): void;
  /** This window goes on in that slot. */
  adopt(slot: string): void;
};

/** Puts back what this device kept; where the server has moved on meanwhile, the author decides. */
export function restoreLocalDrafts({ copy, others, held }: FoundDraft, options: Options): void {
  const { uid, fields, keeper, say, locale, showConflict, adopt } = options;

  function restore(kept: LocalDraft): void {
    const saved = fields.read();
    const { id, version } = keeper.base();
    fields.write(kept.content);
    if (isSame(saved, fields.read())) {
      void deleteLocalDraft(kept.slot);
    } else if (kept.version === version) {
      const undo = { text: say('restored_undo'), press: () => fields.write(saved) };
      showBanner(say('restored'), id ? [undo] : [], say('close'));
      keeper.changed();
    } else {
      keeper.halt('conflict');
      showConflict({ version, content: saved });
    }
  }

  function offer(kept: LocalDraft): void {
    const clock = { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' } as const;
    const time = new Date(kept.at).toLocaleString(locale, clock);
    const goOn = () => {
      adopt(kept.slot);
      restore(kept);
    };
    showBanner(
      say('found', { title: kept.content.title, time }),
      [
        { text: say('found_continue'), press: goOn },
        { text: say('found_drop'), press: () => void deleteLocalDraft(kept.slot) },
      ],
      say('close'),
    );
  }

  /** A window that closes having saved everything leaves nothing behind. */
  async function inherit({ slot }: LocalDraft): Promise<void> {
    await inheritSlot(slot);
    const left = (await listLocalDrafts(uid)).find((one) => one.slot === slot);
    if (left) offer(left);
  }

  if (copy) restore(copy);
  for (const other of others) offer(other);
  for (const other of held) void inherit(other);
}

function isSame(a: Content, b: Content): boolean {
  return (
    a.title === b.title &&
    a.summary === b.summary &&
    a.body === b.body &&
    a.cover_url === b.cover_url
  );
}
