/** Names the design tokens of a line: its colour and its dashes. */
export type Tone = 'reads' | 'energy' | 'comments' | 'likes' | 'favorites' | 'follows';

export type Series = { tone: Tone; label: string; values: number[] };

/**
 * A series with its SVG path. One unit of the path is one day across and one count down; the chart stretches it, so
 * that it can change its scale without a new path.
 */
export type Line = Series & {
  path: string;
  /** Where the scale ends. */
  top: number;
};
