import { Zap } from 'lucide-static';
import { Icon } from './icons.tsx';

/** An amount of energy. Amber means energy and nothing else. */
export function EnergyPill({ value, label }: { value: string; label: string }) {
  return (
    <span class="energy-pill">
      <Icon of={Zap} size={14} />
      <span class="visually-hidden">{label}</span>
      {value}
    </span>
  );
}

/** The spark has its full length from here on. */
const FULL = 1000;

/** The energy that a post has received, as a bar on a logarithmic scale. */
export function EnergySpark({ energy }: { energy: number }) {
  if (energy <= 0) return null;
  const length = Math.min(1, Math.log1p(energy) / Math.log1p(FULL));
  return (
    <svg
      class="spark"
      viewBox="0 0 100 2"
      width="100"
      height="2"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={Math.round(length * 100)} height="2" rx="1" />
    </svg>
  );
}
