import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldError, REFUSALS, Refusal, type RefusalCode } from '../../refusals.ts';
import { isUnavailable } from '../db/errors.ts';
import { translator } from '../i18n.ts';
import { isStorageFull } from '../storage/full.ts';

type Problem = Record<string, unknown> & { status: number; code: RefusalCode };

/** Fastify's error codes and ours. */
const FRAMEWORK_CODES: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_FILES_LIMIT: 'payload_too_large',
  FST_PARTS_LIMIT: 'payload_too_large',
  FST_FIELDS_LIMIT: 'payload_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

const RETRY_AFTER_SECONDS = 2;

/** Converts any error to a Refusal: known errors by their code, others to `internal` without detail. */
export function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if ('validation' in error && error.validation) {
    return new Refusal('invalid_input', {}, { fields: fieldErrors(error) });
  }
  const known = 'code' in error ? FRAMEWORK_CODES[error.code] : undefined;
  if (known) return new Refusal(known);
  if (isStorageFull(error)) return new Refusal('insufficient_storage');
  if (isUnavailable(error)) return new Refusal('unavailable', { retry_after: RETRY_AFTER_SECONDS });
  if ('statusCode' in error && error.statusCode === 503) {
    return new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
  }
  if ('statusCode' in error && error.statusCode === 400) return new Refusal('invalid_input');
  return new Refusal('internal');
}

/** D3: an RFC 9457 problem document in the caller's language. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const retryAfter = refusal.members['retry_after'];
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply
    .code(refusal.status)
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toProblem(request, refusal));
}

function toProblem(request: FastifyRequest, refusal: Refusal): Problem {
  const { status, title } = REFUSALS[refusal.code];
  return {
    // First, so that none of them overrides a member that RFC 9457 defines.
    ...refusal.members,
    type: `${request.server.ctx.config.BASE_URL}/docs/errors#${refusal.code}`,
    title,
    status,
    detail: translator(request.locale, request.server.ctx.site.current.name)(
      `refusals.${refusal.code}`,
      { ...refusal.members },
    ),
    instance: request.id,
    code: refusal.code,
    ...(refusal.fields.length > 0 ? { errors: refusal.fields } : {}),
  };
}

function fieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map((one) => ({
    pointer: one.instancePath || '/',
    detail: one.message ?? 'is not valid',
  }));
}
