import type { FastifyRequest } from 'fastify';
import { chooseLocale } from '../../i18n.ts';

/** What a stranger may have chosen for themselves. Any other cookie may say who somebody is. */
const CHOICES =
  /^(?:(?:lang=(?:zh-CN|en)|theme=(?:auto|light|dark)|keys=(?:on|off))(?:; (?!$)|$)){0,3}$/;

/**
 * What an answer to somebody without a name depends on: the address and what they can choose. Nothing else of a
 * request is ever part of such an answer (A16). Undefined where it is somebody's own, or asks for more.
 */
export function strangersKey({ raw }: FastifyRequest): string | undefined {
  const { method, url = '', headers } = raw;
  if (method !== 'GET' || url.includes('?') || headers.authorization !== undefined)
    return undefined;
  const { cookie = '' } = headers;
  if (!CHOICES.test(cookie)) return undefined;
  return `${url} ${chooseLocale(undefined, headers['accept-language'])} ${cookie}`;
}
