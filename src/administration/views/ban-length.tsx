import { BAN_DAYS } from '../../bans/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import { shownZoneName } from '../../ui/zone-name.ts';

/** D68: some days, for good, or until a time; a time that is filled in counts. */
export function BanLength({ visit, id }: { visit: PageView; id: string }) {
  const { t } = visit;
  return (
    <>
      <label class="field-label" for={`${id}-days`}>
        {t('admin.users.ban_days')}
      </label>
      <select class="input" id={`${id}-days`} name="days">
        {BAN_DAYS.map((days) => (
          <option key={days} value={days}>
            {t('admin.users.ban_for_days', { count: days })}
          </option>
        ))}
        <option value="">{t('admin.users.ban_for_good')}</option>
      </select>
      <label class="field-label" for={`${id}-until`}>
        {t('admin.users.ban_until', { zone: shownZoneName(visit.locale) })}
      </label>
      <input class="input" type="datetime-local" id={`${id}-until`} name="until" />
    </>
  );
}
