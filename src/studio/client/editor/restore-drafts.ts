import type { Locale } from '../../../platform/i18n.ts';
import type { Autosave, Content } from './autosave.ts';
import { showBanner } from './banners.ts';
import { claimSlot, inheritSlot, ownSlot, storeSlot } from './draft-slots.ts';
import type { Fields } from './fields.ts';
import { deleteLocalDraft, type LocalDraft, listLocalDrafts } from './local-drafts.ts';
import type { NewerVersion } from './resolve-conflict.ts';
import type { Translate } from './translate.ts';

export type LocalDrafts = {
  /** The slot in which this window stores its text on this device. */
  slot: string;
  /** The text of this post that did not reach the server. */
  copy: LocalDraft | null;
  /** New texts of closed windows, to offer to the author. */
  others: LocalDraft[];
  /** Texts of windows that are still open or closing; offered when those are gone. */
  inUse: LocalDraft[];
};

/** Finds the unsaved texts of this post on this device. Texts of open windows belong to those windows. */
export async function findLocalDrafts(uid: number, id: number | null): Promise<LocalDrafts> {
  const copies = await listLocalDrafts(uid);
  const belongs = (copy: LocalDraft) => copy.id === id;
  const slot = await ownSlot((one) => {
    const copy = copies.find((draft) => draft.slot === one);
    return !copy || belongs(copy);
  });
  const own = copies.find((copy) => copy.slot === slot);
  if (own) return { slot, copy: own, others: [], inUse: [] };
  const left: LocalDraft[] = [];
  const inUse: LocalDraft[] = [];
  for (const copy of copies.filter(belongs)) {
    if (await claimSlot(copy.slot)) left.push(copy);
    else inUse.push(copy);
  }
  const [newest] = left;
  // A saved post continues with its newest text; among texts that are not posts yet, the author chooses.
  if (id === null || !newest) return { slot, copy: null, others: left, inUse };
  storeSlot(newest.slot);
  return { slot: newest.slot, copy: newest, others: left.slice(1), inUse };
}

type Options = {
  uid: number;
  fields: Fields;
  autosave: Autosave;
  t: Translate;
  locale: Locale;
  showConflict(newer: NewerVersion): void;
  /** This window continues in that slot. */
  adopt(slot: string): void;
};

/** Restores the texts on this device. If the server has a newer version, the author decides. */
export function restoreLocalDrafts({ copy, others, inUse }: LocalDrafts, options: Options): void {
  const { uid, fields, autosave, t, locale, showConflict, adopt } = options;

  function restore(draft: LocalDraft): void {
    const saved = fields.read();
    const { id, version } = autosave.base();
    fields.write(draft.content);
    if (isSame(saved, fields.read())) {
      void deleteLocalDraft(draft.slot);
    } else if (draft.version === version) {
      const undo = { text: t('restored_undo'), onClick: () => fields.write(saved) };
      showBanner(t('restored'), id ? [undo] : [], t('close'));
      autosave.trackChange();
    } else {
      autosave.halt('conflict');
      showConflict({ version, content: saved });
    }
  }

  function offer(draft: LocalDraft): void {
    const clock = {
      timeZone: document.documentElement.dataset['zone'] ?? 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'short',
    } as const;
    const time = new Date(draft.at).toLocaleString(locale, clock);
    const resume = () => {
      adopt(draft.slot);
      restore(draft);
    };
    showBanner(
      t('found', { title: draft.content.title, time }),
      [
        { text: t('found_continue'), onClick: resume },
        { text: t('found_drop'), onClick: () => void deleteLocalDraft(draft.slot) },
      ],
      t('close'),
    );
  }

  /** Waits until the other window closes. If it saved everything, no text is left. */
  async function inherit({ slot }: LocalDraft): Promise<void> {
    await inheritSlot(slot);
    const draft = (await listLocalDrafts(uid)).find((one) => one.slot === slot);
    if (draft) offer(draft);
  }

  if (copy) restore(copy);
  for (const other of others) offer(other);
  for (const other of inUse) void inherit(other);
}

function isSame(a: Content, b: Content): boolean {
  return (
    a.title === b.title &&
    a.summary === b.summary &&
    a.body === b.body &&
    a.cover_url === b.cover_url &&
    a.lang === b.lang &&
    String(a.tags) === String(b.tags)
  );
}
