import type { ComponentChildren } from 'preact';

export type Tone = 'neutral' | 'info' | 'success' | 'warn' | 'danger' | 'lock';

/** A short status. The text carries the meaning; the colour only helps. */
export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: Tone | undefined;
  children: ComponentChildren;
}) {
  return <span class={`tag tag-${tone}`}>{children}</span>;
}
