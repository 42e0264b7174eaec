import { Zap } from 'lucide-static';
import { Icon } from './icons.tsx';

/** The viewer's energy; scripts update it when it changes. Amber means energy and nothing else. */
export function EnergyPill({ value, label }: { value: string; label: string }) {
  return (
    <span class="energy-pill">
      <Icon of={Zap} size={14} />
      <span class="visually-hidden">{label}</span>
      <span data-balance>{value}</span>
    </span>
  );
}
