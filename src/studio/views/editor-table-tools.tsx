import type { PageView } from '../../platform/http/page.ts';

/** client/editor/table-tools.ts implements them. */
const TABLE_TOOLS = [
  'row_above',
  'row_below',
  'column_before',
  'column_after',
  'header',
  'row_remove',
  'column_remove',
  'remove',
] as const;
export type TableTool = (typeof TABLE_TOOLS)[number];

/** Shown while the caret is in a table. One tab stop; Alt+F10 moves here, Escape back. */
export function TableTools({ visit: { t } }: { visit: PageView }) {
  return (
    <div
      id="table-tools"
      class="table-tools"
      role="toolbar"
      aria-label={t('write.table_tools')}
      aria-controls="write-body"
      hidden
    >
      {TABLE_TOOLS.map((tool) => (
        <button
          key={tool}
          type="button"
          class="table-tool"
          data-table={tool}
          title={t(`write.table_${tool}_hint`)}
          tabIndex={-1}
        >
          {t(`write.table_${tool}`)}
        </button>
      ))}
    </div>
  );
}
