import type { ComponentChildren } from 'preact';
import { Icon } from './icons.tsx';

type EmptyStateProps = { icon: string; title: string; children?: ComponentChildren };

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon of={icon} size={24} />
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
