import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type App, asPublic } from '../../platform/http/app-types.ts';
import { type PageView, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { toRefusal } from '../../platform/http/problem.ts';
import { Closed } from '../../platform/http/validation.ts';
import { type FieldError, Refusal, type RefusalCode } from '../../refusals.ts';
import { assertSetupOpen, setUpOwner } from '../actions/set-up-owner.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';
import { RegisterBody } from '../schema.ts';
import { deliverCsrfToken } from '../transport.ts';
import { SetupDone, SetupForm, type SetupProblem, type SetupValues } from '../views/setup.tsx';

/** Wide on purpose: a typing mistake gets a message at its field, not "malformed request". */
const FormText = Type.String({ maxLength: 1024 });

const SetupBody = Closed({
  csrf_token: Type.Optional(Type.String()),
  token: FormText,
  email: FormText,
  password: FormText,
  audit_enabled: Type.Optional(Type.Literal('on')),
});

/** D17, D49: the first visit to a new site. It works without scripts and disappears once there is an owner. */
export function setupPages(app: App): void {
  app.get('/setup', asPublic, async (request, reply) => {
    await assertSetupOpen(request.ctx);
    return sendForm(request, reply, { values: { token: '', email: '', audit_enabled: false } });
  });

  app.post(
    '/setup',
    {
      ...asPublic,
      schema: { body: SetupBody },
      // The handler throws rather than catches, so that a refused set-up rolls back.
      errorHandler: (error, request, reply) => sendRefusedForm(app, error, request, reply),
    },
    async (request, reply) => {
      const visit = pageViewOf(request);
      const { token, password, audit_enabled } = request.body;
      const email = request.body.email.trim();
      assertFilledIn(visit, { email, password });
      const owner = await setUpOwner(request.ctx, {
        token,
        email,
        password,
        audit_enabled: audit_enabled === 'on',
      });
      const done = { email: owner.email ?? email, audit_enabled: audit_enabled === 'on' };
      return sendPage(reply, <SetupDone visit={visit} {...done} />, 201);
    },
  );
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
  const { token, email, audit_enabled } = (body ?? {}) as Partial<Static<typeof SetupBody>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { token: text(token), email: text(email), audit_enabled: audit_enabled === 'on' };
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
