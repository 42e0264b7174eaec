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

/** At this much energy the spark is as long as it gets. */
const FULL = 1000;

/** How much energy something has received, on a scale where the first ones show most. */
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
