/** A line of a chart differs from the others by its colour and by its dashes, which are tokens of its name. */
export type Tone = 'energy' | 'comments' | 'likes' | 'favorites';

export type Series = { tone: Tone; label: string; values: number[] };

/**
 * A series as it is drawn. The path is in its own measure, a day across and one down for each counted thing, and is
 * stretched to the chart; so the chart can change its scale without being drawn again.
 */
export type Line = Series & { path: string; scale: Scale };

export type Scale = { top: number; ticks: number[] };
