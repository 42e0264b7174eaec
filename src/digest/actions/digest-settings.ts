import type { Context, Viewer } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { knownZone } from '../../platform/time-zones.ts';
import { Refusal } from '../../refusals.ts';
import { getUser, type User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { DEFAULT_TIME, type DigestTime, nextDigestAt } from '../rules.ts';
import type { DigestBody, DigestSettings } from '../schema.ts';
import { deletePreference, findPreference, upsertPreference } from '../store/preferences.ts';

export async function getDigestSettings(ctx: Context, viewer: Viewer): Promise<DigestSettings> {
  return present(ctx, ctx.db, await getUser(ctx.db, viewer.uid));
}

/** Off by default: only members who asked for it have a row. Switching it off always works. */
export function setDigest(ctx: Context, viewer: Viewer, body: DigestBody): Promise<DigestSettings> {
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    if (!user || user.deleted_at) throw new Refusal('login_required');
    if (body.frequency === 'off') await deletePreference(trx, user.uid);
    else await subscribe(ctx, trx, user, { ...body, frequency: body.frequency });
    return present(ctx, trx, user);
  });
}

async function subscribe(
  ctx: Context,
  trx: Trx,
  user: User,
  body: Partial<DigestTime> & Pick<DigestTime, 'frequency'>,
): Promise<void> {
  if (!canSendMail(ctx.config)) throw new Refusal('mail_off');
  if (!user.email_verified_at) throw new Refusal('address_unverified');
  const stored = (await findPreference(trx, user.uid)) ?? DEFAULT_TIME;
  const { hour = stored.hour, weekday = stored.weekday, frequency } = body;
  const time = { frequency, hour, weekday, zone: readZone(body.zone ?? stored.zone) };
  const now = ctx.now();
  await upsertPreference(
    trx,
    user.uid,
    { ...time, next_at: nextDigestAt(time, user.uid, now) },
    now,
  );
}

function readZone(name: string): string {
  const zone = knownZone(name);
  if (zone) return zone;
  const fields = [{ pointer: '/zone', detail: 'is not an IANA time zone' }];
  throw new Refusal('invalid_input', {}, { fields });
}

async function present(ctx: Context, db: Db, user: User): Promise<DigestSettings> {
  const stored = await findPreference(db, user.uid);
  const { frequency, hour, weekday, zone } = stored ?? { ...DEFAULT_TIME, frequency: 'off' };
  return {
    frequency,
    hour,
    weekday,
    zone,
    next_at: stored?.next_at.toISOString() ?? null,
    available: canSendMail(ctx.config),
    verified: user.email_verified_at !== null,
  } as DigestSettings;
}

/** For the export. */
export async function getDigestTime(db: Db, uid: number): Promise<DigestTime | null> {
  const stored = await findPreference(db, uid);
  if (!stored) return null;
  const { frequency, hour, weekday, zone } = stored;
  return { frequency, hour, weekday, zone };
}
