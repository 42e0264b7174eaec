import { getIntegrity } from '../../integrity/actions.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { getSiteContact } from '../../site-settings/actions.ts';
import { listStaffLog } from '../../staff-log/actions.ts';
import { StaffLogQuery } from '../../staff-log/schema.ts';
import { nameSubjects } from '../actions/name-subjects.ts';
import { listSettings } from '../actions/site-settings.ts';
import { AuditLog } from '../views/audit-log.tsx';
import { IntegrityPage } from '../views/integrity.tsx';
import { type Running, SiteSettings } from '../views/site-settings.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

const { actor_uid, subject_kind, subject_id } = StaffLogQuery.properties;
const LogQuery = Closed({ ...PositionQuery, actor_uid, subject_kind, subject_id });

export function adminSitePages(app: App): void {
  app.get('/admin/audit-log', asStaff('admin', LogQuery), async (request, reply) => {
    const { cursor, actor_uid, subject_kind, ...query } = queryOf(LogQuery, request);
    // An id means nothing without its kind.
    const subject_id = subject_kind ? query.subject_id : undefined;
    const filter = { actor_uid, subject_kind, subject_id };
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listStaffLog(request.ctx, { limit: ROWS, ...omitUndefined({ cursor, ...filter }) }),
    ]);
    const subjects = await nameSubjects(request.ctx, request.member, page.items);
    return sendPage(
      reply,
      <AuditLog admin={admin} filter={filter} page={page} subjects={subjects} />,
    );
  });

  app.get('/admin/integrity', asStaff('owner'), async (request, reply) => {
    const [admin, integrity] = await Promise.all([adminPageOf(request), getIntegrity(request.ctx)]);
    return sendPage(reply, <IntegrityPage admin={admin} integrity={integrity} />);
  });

  app.get('/admin/site-settings', asStaff('owner'), async (request, reply) => {
    const [admin, { items }, contact] = await Promise.all([
      adminPageOf(request),
      listSettings(request.ctx),
      getSiteContact(request.ctx.db),
    ]);
    return sendPage(
      reply,
      <SiteSettings admin={admin} settings={items} contact={contact} running={runningOf(app)} />,
    );
  });
}

function runningOf(app: App): Running {
  const { BASE_URL, STORAGE, S3_BUCKET, REDIS_URL, limits } = app.ctx.config;
  const { version } = app.swagger().info;
  const sends_mail = canSendMail(app.ctx.config);
  return { BASE_URL, STORAGE, S3_BUCKET, limits, version, has_redis: REDIS_URL !== '', sends_mail };
}
