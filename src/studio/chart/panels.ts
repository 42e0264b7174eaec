/** Above the first panel, for the names of events. */
const HEADROOM = 28;
const PANEL_HEIGHT = 60;
/** Between two panels. */
const GAP = 26;
/** Room for the name of a panel at its end. */
const NAME_HALF = 9;

export type Panel = { top: number; base: number };

/** One panel per line, each with its own scale: two comments and two hundred likes are both worth seeing. */
export function panelAt(index: number): Panel {
  const top = HEADROOM + index * (PANEL_HEIGHT + GAP);
  return { top, base: top + PANEL_HEIGHT };
}

/** Also with no line, so that an empty chart has its shape. */
export function heightOf(panels: number): number {
  return panelAt(Math.max(panels, 2) - 1).base + 1;
}

/** Pixels for one unit of a line whose scale ends at `top`. */
export function unitOf(top: number): number {
  return PANEL_HEIGHT / top;
}

/** Where the name of a panel stands: at the end of its line, but inside the panel. */
export function nameAt({ top, base }: Panel, value: number, scaleTop: number): number {
  const end = base - value * unitOf(scaleTop);
  return Math.min(base - NAME_HALF, Math.max(top + NAME_HALF, end));
}

/** The share of the width that the name of an event takes on a phone; names that would overlap are left out. */
const NAME_SHARE = 0.24;

export type EventName = { day: number; side: 'start' | 'end' };

/** The days, in order, whose event has room for its name, and the side of the mark where it stands. */
export function nameEvents(days: number[], last: number): EventName[] {
  const room = NAME_SHARE * last;
  const named: EventName[] = [];
  let free = 0;
  for (const day of days) {
    const side = day + room <= last ? 'start' : 'end';
    const from = side === 'start' ? day : day - room;
    if (from < free && named.length > 0) continue;
    named.push({ day, side });
    free = from + room;
  }
  return named;
}
