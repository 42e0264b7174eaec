import { JOBS } from '../../src/jobs.ts';
import { renderMailToken } from '../../src/mail/actions/mail-tokens.ts';
import type { Client } from './client.ts';
import { createWorld, type World } from './world.ts';

/** Mails are written as rows and not sent: nothing listens there, and no worker runs. */
const MAIL_ON = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'lamplight@example.org' };

/** No limits but those that the test sets. */
export const NO_MAIL_LIMITS = {
  LIMIT_MAIL_MINUTE: 'off',
  LIMIT_MAIL_HOUR: 'off',
  LIMIT_MAIL_MEMBER: 'off',
  LIMIT_MAIL_SITE: 'off',
  LIMIT_MAIL_LINKS: 'off',
  LIMIT_RESET_REQUEST: 'off',
  LIMIT_PASSWORD: 'off',
};

export function createMailWorld(settings: Record<string, string> = {}): Promise<World> {
  return createWorld({ ...MAIL_ON, ...NO_MAIL_LIMITS, ...settings });
}

// biome-ignore lint/suspicious/noExplicitAny: the data of every kind.
type MailData = any;
type MailRow = {
  id: number;
  uid: number;
  kind: string;
  address: string;
  locale: string;
  data: MailData;
};

export async function mailsTo(world: World, address: string): Promise<MailRow[]> {
  return (await world.sql('select * from mail where address = $1 order by id', [
    address,
  ])) as MailRow[];
}

export async function kindsTo(world: World, address: string): Promise<string[]> {
  return (await mailsTo(world, address)).map(({ kind }) => kind);
}

/** The link and the code of the newest mail of this kind. */
export async function linkIn(world: World, address: string, kind: string) {
  const mail = (await mailsTo(world, address)).findLast((one) => one.kind === kind);
  const rendered = mail && (await renderMailToken(world.ctx, mail.uid, mail.data.token_id));
  if (!rendered) throw new Error(`no ${kind} with a link to ${address}`);
  return rendered;
}

/** Runs the queued requests for a reset, as a worker would. */
export async function runResetJobs(world: World): Promise<void> {
  const jobs = await world.sql(
    `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
      where task.id = job.task_id and task.identifier = 'password_reset_mail' returning job.payload`,
  );
  for (const { payload } of jobs as { payload: Record<string, unknown> }[])
    await JOBS.tasks['password_reset_mail']?.(world.ctx, payload);
}

export async function requestReset(world: World, email: string): Promise<string> {
  await world.visitor().post('/api/auth/request-password-reset', { email });
  await runResetJobs(world);
  return (await linkIn(world, email, 'reset_password')).token;
}

export async function verify(world: World, client: Client): Promise<void> {
  const { token } = await linkIn(world, client.email, 'verify_address');
  await world.visitor().post('/api/auth/verify-address', { token });
}
