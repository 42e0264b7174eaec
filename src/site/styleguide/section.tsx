import type { ComponentChildren } from 'preact';

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
