import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import type { StaffLogEntry } from '../../staff-log/schema.ts';
import { balance } from './balance.ts';

/** Numbers of rows: what they name stands beside the action. */
const NUMBERS = new Set([
  ...['report', 'author_uid', 'post_id', 'root_id', 'upload_id', 'shown_in'],
  ...['effect', 'category', 'submitted_at'],
  // Of an undo, which names the action it undoes.
  ...['decision', 'action', 'undone'],
]);

/** Only what changed. */
export function LogChange({ visit, entry }: { visit: PageView; entry: StaffLogEntry }) {
  const { locale } = visit;
  const { fields, values } = LOCALES[locale].admin.audit_log;
  const spell = (value: unknown): string =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
      ? new Intl.ListFormat(locale).format(value.map(spell))
      : typeof value === 'number'
        ? balance(value, locale)
        : wordOf(values, spellValue(value));
  const before = (entry.before ?? {}) as Record<string, unknown>;
  const after = (entry.after ?? {}) as Record<string, unknown>;
  const names = Object.keys({ ...before, ...after }).filter(
    (name) =>
      !NUMBERS.has(name) &&
      before[name] !== after[name] &&
      (name in after || Object.keys(after).length === 0),
  );
  if (names.length === 0) return <>—</>;
  return (
    <ul class="staff-log-changes">
      {names.map((name) => (
        <li key={name}>
          <span class="meta">{wordOf(fields, name)}</span>{' '}
          {name in before ? <del>{spell(before[name])}</del> : null}
          {name in before && name in after ? ' → ' : null}
          {name in after ? <ins>{spell(after[name])}</ins> : null}
        </li>
      ))}
    </ul>
  );
}

/** The translation, or the recorded name if it has none. */
function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
}

function spellValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
