import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../ui/client/api.ts';
import { isComposing } from '../../ui/client/composing.ts';
import type { UserCard } from '../../users/schema.ts';
import type { PickedMention } from './draft.ts';

const WAIT_MS = 200;
const SHOWN_MAX = 8;
/** The last @ before the caret and the beginning of a name after it. */
const MENTION = /@([^\s@]{0,20})$/;

export type Suggestions = { start: number; people: UserCard[]; active: number };

export type MentionsOptions = {
  box: RefObject<HTMLTextAreaElement | null>;
  canSearch: boolean;
  /** Authors on the page whose name begins so, suggested before the search. */
  findHere: (query: string) => UserCard[];
  labelOf: (person: UserCard) => string;
  onPick: (picked: PickedMention) => void;
};

/** Suggests people while the user types a mention; without the search only authors on the page. */
export function useMentions({ box, canSearch, findHere, labelOf, onPick }: MentionsOptions) {
  const [open, setOpen] = useState<Suggestions | null>(null);
  const pending = useRef<{ timer: number; controller: AbortController } | null>(null);
  const dismissed = useRef(-1);
  const cancel = () => {
    clearTimeout(pending.current?.timer);
    pending.current?.controller.abort();
  };
  useEffect(() => cancel, []);

  function close(): void {
    cancel();
    setOpen(null);
  }

  function suggest(): void {
    cancel();
    const { value = '', selectionStart: caret = 0 } = box.current ?? {};
    const match = MENTION.exec(value.slice(0, caret));
    if (!match || match.index === dismissed.current) {
      if (!match) dismissed.current = -1;
      setOpen(null);
      return;
    }
    const query = match[1] ?? '';
    const here = findHere(query);
    const offer = (found: UserCard[]) => {
      const all = [...here, ...found.filter(({ uid }) => !here.some((one) => one.uid === uid))];
      setOpen({ start: match.index, people: all.slice(0, SHOWN_MAX), active: 0 });
    };
    offer([]);
    if (query === '' || !canSearch) return;
    const controller = new AbortController();
    const load = async () => {
      const found = await search(query, controller.signal);
      if (!controller.signal.aborted) offer(found);
    };
    pending.current = { timer: window.setTimeout(() => void load(), WAIT_MS), controller };
  }

  function pick(person: UserCard): void {
    const area = box.current;
    if (!area || !open) return;
    const label = labelOf(person);
    area.setRangeText(`${label} `, open.start, area.selectionStart, 'end');
    close();
    area.focus();
    onPick({ uid: person.uid, label });
  }

  /** Returns whether the key was for the list and not for the text. */
  function onKey(event: KeyboardEvent): boolean {
    if (!open || isComposing(event)) return false;
    const { people: offered, active } = open;
    const person = offered[active];
    const { key } = event;
    if (key === 'Escape') {
      dismissed.current = open.start;
      close();
    } else if (person && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const by = key === 'ArrowDown' ? 1 : offered.length - 1;
      setOpen({ ...open, active: (active + by) % offered.length });
    } else if (person && (key === 'Enter' || key === 'Tab') && !event.ctrlKey && !event.metaKey) {
      pick(person);
    } else return false;
    event.preventDefault();
    return true;
  }

  return { open, suggest, pick, onKey, close };
}

/** Empty if the request fails: writing must go on. */
async function search(query: string, signal: AbortSignal): Promise<UserCard[]> {
  const address = `/api/users/search?q=${encodeURIComponent(query)}&limit=${SHOWN_MAX}`;
  try {
    return (await call<{ items: UserCard[] }>('GET', address, { signal })).items;
  } catch {
    return [];
  }
}
