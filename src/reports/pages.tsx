import { Value } from 'typebox/value';
import type { App } from '../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, paramOf, sendPage } from '../platform/http/page.ts';
import { Refusal } from '../refusals.ts';
import { describeSubject } from './actions/describe-subject.ts';
import type { SubjectKind } from './rules.ts';
import { SubjectParams } from './schema.ts';
import { ReportPage } from './views/report-page.tsx';

/** `/report/<kind>/<id>`: a page and not a popover, so that an item of a list carries one short link only. */
export function reportPages(app: App): void {
  app.get('/report/:kind/:id', asPage('member'), async (request, reply) => {
    const { ctx, member } = request;
    const kind = paramOf(request, 'kind') as SubjectKind;
    if (!Value.Check(SubjectParams.properties.kind, kind)) throw new Refusal('not_found');
    const subject = await describeSubject(ctx, member, kind, idOf(request));
    const visit = pageViewOf(request);
    return sendPage(reply, <ReportPage visit={visit} subject={subject} exp={member.exp} />);
  });
}
