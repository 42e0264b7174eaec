/** The level as a square seal. */
export function LevelSeal({ level }: { level: number }) {
  return <span class={`seal seal-${level}`}>Lv{level}</span>;
}

type ExpBarProps = {
  exp: number;
  /** Where the bar begins: the exp of the current level, or none. */
  from?: number;
  next: number | null;
  label: string;
};

/** Progress to the next level; full at the highest. */
export function ExpBar({ exp, from = 0, next, label }: ExpBarProps) {
  const [value, max] = next === null ? [1, 1] : [exp - from, next - from];
  return <progress class="exp-bar" value={value} max={max} aria-label={label} />;
}
