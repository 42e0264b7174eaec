import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LoadMore } from '../../ui/load-more.tsx';

type StaffTableProps = {
  visit: PageView;
  columns: string[];
  /** The address of the next page, if there is one. */
  next: string | null;
  class?: string;
  children: ComponentChildren;
};

/** A page of a long table; on a phone its rows become cards. */
export function StaffTable({ visit, columns, next, children, ...table }: StaffTableProps) {
  const { t } = visit;
  return (
    <div data-pages>
      <table class={`table staff-table ${table.class ?? ''}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-list>{children}</tbody>
      </table>
      <LoadMore href={next} more={t('shell.load_more')} end={t('shell.end')} />
    </div>
  );
}
