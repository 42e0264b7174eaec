/** SQL for the sides of transfers that are the site's own: only members have entries. */
export const SITE_SIDES = `(
  select id, account, delta from energy_transfer
   cross join lateral (values (from_account, -amount), (to_account, amount)) as side (account, delta)
   where account < 0
) as site`;

/** SQL for the sum over all accounts, members' and the site's. */
export const ALL_ENERGY = `(
  (select coalesce(sum(delta), 0) from energy_entry) + (select coalesce(sum(delta), 0) from ${SITE_SIDES})
)`;
