import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LoadMore } from '../../ui/load-more.tsx';

/** A column of a fixed width, or one that shares the rest. */
export type Column = string | { label: string; width: 'time' | 'person' | 'number' | 'tags' };

type Width = Exclude<Column, string>['width'];

/** Columns by their names, each with its width; null shares the rest. */
export function columnsOf<T extends string>(
  widths: Record<T, Width | null>,
  labelOf: (name: T) => string,
): Column[] {
  return (Object.keys(widths) as T[]).map((name) => {
    const width = widths[name];
    return width === null ? labelOf(name) : { label: labelOf(name), width };
  });
}

type StaffTableProps = {
  visit: PageView;
  columns: Column[];
  /** The address of the next page, if there is one. */
  next: string | null;
  class?: string;
  children: ComponentChildren;
};

/** A page of a long table; without room for one its rows become cards. */
export function StaffTable({ visit, columns, next, children, ...table }: StaffTableProps) {
  const { t } = visit;
  return (
    <div data-pages>
      <table class={`table staff-table ${table.class ?? ''}`}>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.label} scope="col" class={`staff-column-${column.width}`}>
                  {column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody data-list>{children}</tbody>
      </table>
      <LoadMore t={t} href={next} />
    </div>
  );
}
