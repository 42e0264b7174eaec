import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusedForms } from '../../platform/http/forms.ts';
import { type PageView, sendPage } from '../../platform/http/page.ts';
import type { PageName } from '../../platform/site.ts';
import { Refusal } from '../../refusals.ts';
import { getDraft } from '../../written-pages/actions/read-pages.ts';
import { isPageName } from '../../written-pages/rules.ts';
import { PageEditor, type PageProblem } from '../views/page-editor.tsx';
import { PAGES_PATH, PagesPage } from '../views/pages.tsx';
import { adminPageOf, asStaff } from './admin-page.ts';

/** Decision 0060: where the owner writes the pages of the site. */
export function adminWrittenPages(app: App): void {
  app.get(PAGES_PATH, asStaff('owner'), async (request, reply) =>
    sendPage(reply, <PagesPage admin={await adminPageOf(request)} />),
  );

  app.get(`${PAGES_PATH}/:name`, asStaff('owner'), async (request, reply) => {
    const name = nameOf(request);
    const [admin, draft] = await Promise.all([adminPageOf(request), getDraft(request.ctx, name)]);
    return sendPage(reply, <PageEditor admin={admin} draft={draft} />);
  });

  renderRefusedForms(app, 'publishWrittenPage', async (request, reply, refusal) => {
    const name = nameOf(request);
    const [admin, draft] = await Promise.all([adminPageOf(request), getDraft(request.ctx, name)]);
    const visit = { ...admin.visit, here: `${PAGES_PATH}/${name}` };
    const page = (
      <PageEditor
        admin={{ ...admin, visit }}
        draft={draft}
        typed={request.typed}
        problems={problemsOf(visit, refusal)}
      />
    );
    return sendPage(reply, page, refusal.status);
  });
}

function nameOf({ params }: FastifyRequest): PageName {
  const { name = '' } = params as { name?: string };
  if (!isPageName(name)) throw new Refusal('not_found');
  return name;
}

/** Only our own messages: those of the schema are for programs. */
function problemsOf({ t, locale }: PageView, refusal: Refusal): PageProblem[] {
  if (refusal.code !== 'invalid_input')
    return [
      { field: `title.${locale}`, message: t(`refusals.${refusal.code}`, { ...refusal.members }) },
    ];
  return refusal.fields.map(({ pointer, detail }) => {
    const field = pointer.slice(1);
    if (detail === 'needs text') return { field, message: t('owner_pages.missing_text') };
    if (detail === 'needs a title') return { field, message: t('owner_pages.missing_title') };
    return { field, message: t('owner_pages.wrong') };
  });
}
