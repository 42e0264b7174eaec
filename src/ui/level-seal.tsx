/** The level as a square seal. */
export function LevelSeal({ level }: { level: number }) {
  return <span class={`seal seal-${level}`}>Lv{level}</span>;
}

type ExpBarProps = { exp: number; next: number | null; label: string };

/** Progress to the next level; full at the highest. */
export function ExpBar({ exp, next, label }: ExpBarProps) {
  return (
    <progress class="exp-bar" value={next === null ? 1 : exp} max={next ?? 1} aria-label={label} />
  );
}
