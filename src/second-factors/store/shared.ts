import { sql } from 'kysely';

/**
 * D64: whether a row of `users` is of the staff and lacks the second factor that the site requires. The switch is looked
 * up for staff without a second factor only.
 */
export const lacksFactorSql = sql<boolean>`users.role <> 'member' and not users.second_factor and coalesce((
  select value from site_setting where key = 'staff.second_factor_required'), false)`;
