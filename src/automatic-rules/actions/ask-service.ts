import type { Context, Viewer } from '../../context.ts';
import { BreakerOpen } from '../../platform/breaker.ts';
import type { TextToCheck } from '../../platform/outbound/check-text.ts';
import { levelOf } from '../../users/rules.ts';
import type { ServiceVerdict } from '../rules.ts';

/**
 * What the service of the operator returns about a text; undefined if there is no service, and of the staff. Before the
 * transaction: a transaction must not wait for another server. Without an verdict in time, the operator's default counts.
 */
export async function askService(
  ctx: Context,
  author: Pick<Viewer, 'uid' | 'role' | 'exp'>,
  { kind, parts }: Pick<TextToCheck, 'kind' | 'parts'>,
): Promise<ServiceVerdict | undefined> {
  if (!ctx.checkText || author.role !== 'member') return undefined;
  const { uid, exp } = author;
  const text = { kind, author: { uid, level: levelOf(exp) }, locale: ctx.locale, parts };
  try {
    const { outcome, reason = '' } = await ctx.checkText(text, ctx.now());
    return { outcome, reason, replied: true };
  } catch (err) {
    if (!(err instanceof BreakerOpen)) ctx.log.warn({ err }, 'the text check did not verdict');
    return { outcome: ctx.config.TEXT_CHECK_FAILURE, reason: '', replied: false };
  }
}
