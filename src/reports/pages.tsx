import { Value } from 'typebox/value';
import type { App } from '../platform/http/app-types.ts';
import { idFrom, pageViewOf, sendPage } from '../platform/http/page.ts';
import { Refusal } from '../refusals.ts';
import { describeSubject } from './actions/describe-subject.ts';
import type { SubjectKind } from './rules.ts';
import { SubjectParams } from './schema.ts';
import { ReportPage } from './views/report-page.tsx';

/** `/report/<kind>/<id>`: a page and not a popover, so that an item of a list carries one short link only. */
export function reportPages(app: App): void {
  app.get<{ Params: { kind: string; id: string } }>(
    '/report/:kind/:id',
    { config: { access: 'member' } },
    async (request, reply) => {
      const { ctx, member, params } = request;
      if (!Value.Check(SubjectParams.properties.kind, params.kind)) throw new Refusal('not_found');
      const kind = params.kind as SubjectKind;
      const subject = await describeSubject(ctx, member, kind, idFrom(params.id));
      const visit = pageViewOf(request);
      return sendPage(reply, <ReportPage visit={visit} subject={subject} exp={member.exp} />);
    },
  );
}
