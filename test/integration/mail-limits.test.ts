import { expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import { enqueueMail } from '../../src/mail/actions/enqueue-mail.ts';
import { HOURLY_MAX, type MailKind } from '../../src/mail/rules.ts';
import { mailTallyOf } from '../../src/mail/tally.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld, type World } from '../support/world.ts';

const smtp = await startSmtp({ isBrief: true });
const world = await createWorld(smtp.settings);
let causes = 0;

async function enqueue(email: string, kind: MailKind, count = 1, site: World = world) {
  await site.ctx.tx(async (trx) => {
    for (let n = 0; n < count; n++)
      await enqueueMail(site.ctx, trx, {
        kind,
        cause: `limits:${++causes}`,
        to: { uid: null, email },
        data: { at: site.ctx.now().toISOString(), email },
      });
  });
}

async function statesOf(email: string, site: World = world) {
  const rows = await site.sql(
    'select kind, state, error, count(*)::int as count from mail where address = $1 group by 1, 2, 3 order by 1 desc, 2 desc',
    [email],
  );
  return rows.map(({ kind, state, error, count }) => [kind, state, error, count]);
}

test('a flood of mails that visitors cause reaches an address five times an hour, and suppresses no security mail', async () => {
  const before = mailTallyOf(world.ctx).dropped;
  await enqueue('victim@example.org', 'already_registered', 30);
  await enqueue('victim@example.org', 'password_changed');
  // As a worker runs them, four at once.
  const jobs = await world.sql(
    "select id from mail where address = 'victim@example.org' order by id",
  );
  const send = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift())
      await JOBS.tasks['mail_send']?.(world.ctx, { id: Number(job['id']) });
  };
  await Promise.all([send(), send(), send(), send()]);
  expect(await statesOf('victim@example.org')).toEqual([
    ['password_changed', 'sent', null, 1],
    ['already_registered', 'sent', null, HOURLY_MAX.visitor],
    [
      'already_registered',
      'dropped',
      'limit per hour and recipient: visitor',
      30 - HOURLY_MAX.visitor,
    ],
  ]);
  expect(mailTallyOf(world.ctx).dropped - before).toBe(30 - HOURLY_MAX.visitor);
  world.wait(3601);
  await enqueue('victim@example.org', 'already_registered');
  await runMailJobs(world);
  expect(smtp.mailsTo('victim@example.org')).toHaveLength(HOURLY_MAX.visitor + 2);
});

test('security mails have a limit of their own', async () => {
  await enqueue('busy@example.org', 'new_device', HOURLY_MAX.security + 3);
  await runMailJobs(world);
  expect(smtp.mailsTo('busy@example.org')).toHaveLength(HOURLY_MAX.security);
});

test('MAIL_VISITOR_DAILY_MAX bounds what visitors cause on the whole site, and nothing else', async () => {
  const small = await createWorld({ ...smtp.settings, MAIL_VISITOR_DAILY_MAX: '3' });
  for (let n = 0; n < 5; n++)
    await enqueue(`daily${n}@example.org`, 'already_registered', 1, small);
  await enqueue('daily4@example.org', 'password_changed', 1, small);
  await runMailJobs(small);
  expect(await statesOf('daily2@example.org', small)).toEqual([
    ['already_registered', 'sent', null, 1],
  ]);
  expect(await statesOf('daily4@example.org', small)).toEqual([
    ['password_changed', 'sent', null, 1],
    ['already_registered', 'dropped', 'limit per day: visitors', 1],
  ]);
});

test('a mail that could not be sent for a day and a half is reported, and rows are deleted after 90 days', async () => {
  smtp.behave('defer', 'slow@example.org');
  await enqueue('slow@example.org', 'password_changed');
  expect(await runMailJobs(world)).toHaveLength(1);
  world.wait(37 * 3600);
  await JOBS.tasks['mail_sweep']?.(world.ctx, {});
  expect(await statesOf('slow@example.org')).toEqual([
    ['password_changed', 'failed', '451 4.7.1 try again later', 1],
  ]);
  world.wait(91 * 24 * 3600);
  await JOBS.tasks['mail_sweep']?.(world.ctx, {});
  expect(await world.sql('select 1 from mail')).toEqual([]);
});

test('after lost connections the next mails wait without occupying the worker', async () => {
  const dead = await startSmtp();
  const site = await createWorld(dead.settings);
  await dead.stop();
  await enqueue('waiting@example.org', 'password_changed', 10, site);
  const failures = await runMailJobs(site);
  expect(failures).toHaveLength(10);
  const paused = failures.filter(({ message }) => message.includes('did not respond'));
  expect(paused).toHaveLength(6);
  const tried = await site.sql('select 1 from mail where attempts > 0');
  expect(tried).toHaveLength(4);
});

test('D63 without SMTP settings nothing is stored or sent', async () => {
  const silent = await createWorld();
  await enqueue('nobody@example.org', 'already_registered', 1, silent);
  expect(await silent.sql('select 1 from mail')).toEqual([]);
});
