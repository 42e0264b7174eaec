import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { formatCompact } from '../../ui/numbers.ts';

type Person = { uid: number; name: string; avatar_url: string | null };

export type GiversProps = {
  visit: PageView;
  /** Those who gave most. */
  givers: { user: Person; total: number }[];
  count: { value: number; isMore: boolean };
  /** The member who reads and may give; null for everybody else. */
  reader: (Person & { given: number }) | null;
};

/** The number of faces that fit on the wire, besides the rest as a number. */
const FACES = 8;
/** From these totals on, a face shines brighter. */
const BRIGHT = [5, 13];

/**
 * The faces of those who lit a post, on a wire. A reader who gave is always among them. The face of one who has not
 * given yet is hidden until the browser shows it after the first gift.
 */
export function Givers({ visit, givers, count, reader }: GiversProps) {
  const { t, locale } = visit;
  const others = givers.filter(({ user }) => user.uid !== reader?.uid);
  const faces = reader
    ? [...others.slice(0, FACES - 1), { user: reader, total: reader.given }].sort(
        (a, b) => b.total - a.total,
      )
    : others;
  const shown = faces.filter(({ total }) => total > 0).length;
  const rest = count.value - shown;
  if (faces.length === 0) return null;
  const slots = faces.length + (rest > 0 ? 1 : 0);
  return (
    <div class="wire">
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 -4 Q50 84 100 -4" />
      </svg>
      <ul class="wire-faces">
        {faces.map(({ user, total }, index) => (
          <li
            key={user.uid}
            class={`bulb bulb-${brightness(total)} ${sag(index, slots)}`}
            hidden={total === 0}
            {...(user === reader ? { id: 'own-bulb' } : {})}
          >
            <a href={`/space/${user.uid}`}>
              <Avatar user={user} size={40} />
              <b>+{total}</b>
              <span class="bulb-name">{user === reader ? t('reading.lit.you') : user.name}</span>
            </a>
          </li>
        ))}
        {rest > 0 ? (
          <li class={`bulb bulb-more ${sag(slots - 1, slots)}`}>
            <span class="avatar avatar-40">+{formatCompact(rest, locale)}</span>
            <span class="bulb-name">{t('reading.lit.others')}</span>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function brightness(total: number): number {
  return 1 + BRIGHT.filter((least) => total >= least).length;
}

/** The wire hangs lowest in the middle: the class is the distance from there, in halves of a face. */
function sag(index: number, slots: number): string {
  return `sag-${Math.abs(2 * index - (slots - 1))}`;
}
