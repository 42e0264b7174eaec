import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LoadMore } from '../../ui/load-more.tsx';

type StaffCardsProps = {
  visit: PageView;
  label: string;
  /** The address of the next page. */
  next: string | null;
  children: ComponentChildren;
};

/** A list for the staff, one card for each row. */
export function StaffCards({ visit, label, next, children }: StaffCardsProps) {
  return (
    <section aria-label={label} data-pages>
      <ol class="staff-cards" data-list>
        {children}
      </ol>
      <LoadMore t={visit.t} href={next} />
    </section>
  );
}
