import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type App, accessOf } from '../../platform/http/app-types.ts';
import { setFlash } from '../../platform/http/flash.ts';
import { type PageView, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { toRefusal } from '../../platform/http/problem.ts';
import { Closed } from '../../platform/http/validation.ts';
import { type FieldError, Refusal, type RefusalCode } from '../../refusals.ts';
import type { SiteTexts } from '../../site-settings/actions.ts';
import { readSetting, SITE_SETTINGS } from '../../site-settings/rules.ts';
import { assertSetupOpen, setUpOwner } from '../actions/set-up-owner.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';
import { RegisterBody } from '../schema.ts';
import { callerOf, deliverCsrfToken, deliverLogin } from '../transport.ts';
import { SetupForm, type SetupProblem, type SetupValues } from '../views/setup.tsx';

/** Wide on purpose: a typing mistake gets a message at its field, not "malformed request". */
const FormText = Type.String({ maxLength: 1024 });

const SetupBody = Closed({
  csrf_token: Type.Optional(Type.String()),
  token: FormText,
  email: FormText,
  password: FormText,
  site_name: Type.Optional(FormText),
  site_description: Type.Optional(FormText),
  site_language: Type.Optional(FormText),
  audit_enabled: Type.Optional(Type.Literal('on')),
});

/** D17, D49: the first visit to a new site. It works without scripts and disappears once there is an owner. */
export function setupPages(app: App): void {
  app.get('/setup', { config: accessOf('public') }, async (request, reply) => {
    await assertSetupOpen(request.ctx);
    return sendForm(request, reply, { values: readTypedValues({ site_language: request.locale }) });
  });

  app.post(
    '/setup',
    {
      config: accessOf('public'),
      schema: { body: SetupBody },
      // The handler throws rather than catches, so that a refused set-up rolls back.
      errorHandler: (error, request, reply) => sendRefusedForm(app, error, request, reply),
    },
    async (request, reply) => {
      const visit = pageViewOf(request);
      const { token, password, audit_enabled } = request.body;
      const email = request.body.email.trim();
      assertFilledIn(visit, { email, password });
      const opened = await setUpOwner(request.ctx, callerOf(request), {
        token,
        email,
        password,
        audit_enabled: audit_enabled === 'on',
        site: readSite(visit, request.body),
      });
      deliverLogin(request, reply, opened);
      setFlash(reply, 'set_up');
      reply.code(303).header('location', '/admin/site-settings').serializer(String);
      return '';
    },
  );
}

/** By the rules of the settings; whatever is not there keeps its default. */
function readSite(visit: PageView, body: Static<typeof SetupBody>): Partial<SiteTexts> {
  const { site_name = '', site_description = '', site_language = '' } = body;
  const site = {
    'site.name': site_name.trim(),
    'site.description': site_description.trim(),
    'site.language': readSetting('site.language', site_language),
  };
  const fields = (['site.name', 'site.description'] as const)
    .filter((key) => !Value.Check(SITE_SETTINGS[key], site[key]))
    .map((key) => ({
      pointer: `/${key.replace('.', '_')}`,
      detail: visit.t('owner_site.wrong_value'),
    }));
  if (fields.length > 0) throw new Refusal('invalid_input', {}, { fields });
  return site;
}

/** The rules of registration with the messages of this form. */
function assertFilledIn(
  { t }: PageView,
  { email, password }: { email: string; password: string },
): void {
  const fields: FieldError[] = [];
  if (!Value.Check(RegisterBody.properties.email, email)) {
    fields.push({ pointer: '/email', detail: t('setup.email_invalid') });
  }
  if (!Value.Check(RegisterBody.properties.password, password)) {
    const range = { min: PASSWORD_MIN, max: PASSWORD_MAX };
    fields.push({ pointer: '/password', detail: t('setup.password_length', range) });
  }
  if (fields.length > 0) throw new Refusal('invalid_input', {}, { fields });
}

/** The refusals shown on the form, and the field each belongs to. */
const SHOWN_ON_FORM: Partial<Record<RefusalCode, SetupProblem['field'] | 'form'>> = {
  invalid_input: 'form',
  csrf_failed: 'form',
  setup_token_invalid: 'token',
  email_taken: 'email',
  password_too_common: 'password',
};

async function sendRefusedForm(
  app: App,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const refusal = toRefusal(error);
  const field = SHOWN_ON_FORM[refusal.code];
  // Every other error gets the usual error page.
  if (!field) throw error;
  await assertSetupOpen(app.ctx);

  const sentence = pageViewOf(request).t(`refusals.${refusal.code}`, { ...refusal.members });
  const problems = field === 'form' ? fieldProblems(error) : [{ field, message: sentence }];
  return sendForm(request, reply, {
    values: readTypedValues(request.body),
    status: refusal.status,
    sentence,
    problems,
  });
}

/** Only our own messages: those of the schema are for programs. */
function fieldProblems(error: Error): SetupProblem[] {
  if (!(error instanceof Refusal)) return [];
  return error.fields.map(({ pointer, detail }) => ({
    field: pointer.slice(1) as SetupProblem['field'],
    message: detail,
  }));
}

/** The typed values for the next try, without the password. A forged body may contain anything. */
function readTypedValues(body: unknown): SetupValues {
  const typed = (body ?? {}) as Partial<Static<typeof SetupBody>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    token: text(typed.token),
    email: text(typed.email),
    site_name: text(typed.site_name),
    site_description: text(typed.site_description),
    site_language: text(typed.site_language),
    audit_enabled: typed.audit_enabled === 'on',
  };
}

type FormState = {
  values: SetupValues;
  status?: number;
  sentence?: string;
  problems?: SetupProblem[];
};

function sendForm(request: FastifyRequest, reply: FastifyReply, state: FormState): string {
  const { values, status = 200, sentence, problems = [] } = state;
  const { csrf_token } = deliverCsrfToken(request, reply);
  const page = (
    <SetupForm
      visit={pageViewOf(request)}
      csrfToken={csrf_token}
      values={values}
      sentence={sentence}
      problems={problems}
    />
  );
  return sendPage(reply, page, status);
}
