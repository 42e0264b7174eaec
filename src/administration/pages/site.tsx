import { getIntegrity } from '../../integrity/actions.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusedForms } from '../../platform/http/forms.ts';
import { type PageView, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import type { Refusal } from '../../refusals.ts';
import { SITE_TEXT_KEYS } from '../../site-settings/rules.ts';
import { readUndoStates } from '../../staff-log/actions/undo.ts';
import { listStaffLog } from '../../staff-log/actions.ts';
import { StaffLogQuery } from '../../staff-log/schema.ts';
import { nameSubjects } from '../actions/name-subjects.ts';
import { listSettings } from '../actions/site-settings.ts';
import { AuditLog } from '../views/audit-log.tsx';
import { IntegrityPage } from '../views/integrity.tsx';
import type { Running } from '../views/running.tsx';
import { type SiteProblem, SiteSettings } from '../views/site-settings.tsx';
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
    const { ctx, member } = request;
    const ids = page.items.map(({ id }) => id);
    const [subjects, undo] = await Promise.all([
      nameSubjects(ctx, member, page.items),
      readUndoStates(ctx, member, ids),
    ]);
    return sendPage(
      reply,
      <AuditLog admin={admin} filter={filter} page={page} subjects={subjects} undo={undo} />,
    );
  });

  app.get('/admin/integrity', asStaff('owner'), async (request, reply) => {
    const [admin, integrity] = await Promise.all([adminPageOf(request), getIntegrity(request.ctx)]);
    return sendPage(reply, <IntegrityPage admin={admin} integrity={integrity} />);
  });

  app.get('/admin/site-settings', asStaff('owner'), async (request, reply) => {
    const [admin, { items }] = await Promise.all([adminPageOf(request), listSettings(request.ctx)]);
    return sendPage(
      reply,
      <SiteSettings admin={admin} settings={items} running={runningOf(app)} />,
    );
  });

  app.get('/admin/site', asStaff('owner'), async (_request, reply) =>
    reply.redirect('/admin/site-settings', 303),
  );

  renderRefusedForms(app, 'changeSite', async (request, reply, refusal) => {
    const [admin, { items }] = await Promise.all([adminPageOf(request), listSettings(request.ctx)]);
    const visit = { ...admin.visit, here: '/admin/site-settings' };
    const page = (
      <SiteSettings
        admin={{ ...admin, visit }}
        settings={items}
        running={runningOf(app)}
        typed={request.typed}
        problems={problemsOf(visit, refusal)}
      />
    );
    return sendPage(reply, page, refusal.status);
  });
}

/** Only our own messages: those of the schema are for programs. */
function problemsOf({ t }: PageView, refusal: Refusal): SiteProblem[] {
  return refusal.fields.flatMap(({ pointer, detail }) => {
    const field = SITE_TEXT_KEYS.find((key) => pointer === `/${key}`);
    if (!field) return [];
    const known = field === 'footer.links' && detail.length > 0;
    const color = field === 'site.accent';
    const message = known ? detail : t(color ? 'owner_site.wrong_color' : 'owner_site.wrong_value');
    return [{ field, message }];
  });
}

function runningOf(app: App): Running {
  const { BASE_URL, STORAGE, S3_BUCKET, REDIS_URL, limits } = app.ctx.config;
  const { version } = app.swagger().info;
  const sends_mail = canSendMail(app.ctx.config);
  return { BASE_URL, STORAGE, S3_BUCKET, limits, version, has_redis: REDIS_URL !== '', sends_mail };
}
