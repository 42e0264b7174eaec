import type { Viewer } from '../../context.ts';
import { levelOf } from '../../levels/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions.ts';

const REQUIRED_LEVEL = 1;

/** SPEC §7.4, D23: level 0 publishes nothing, whatever the review switch says. */
export async function assertMayPublish(trx: Trx, viewer: Viewer): Promise<void> {
  const user = await findUser(trx, viewer.uid);
  const level = levelOf(user?.exp ?? 0);
  if (level < REQUIRED_LEVEL)
    throw new Refusal('level_too_low', { required_level: REQUIRED_LEVEL, level });
}
