import type { Context } from '../../context.ts';
import type { MailEvent, MailEventsBody } from '../schema.ts';
import { takeReport, takeReportMessage } from './take-report.ts';

/** From the relay, which has signed them. Returns how many had an effect. */
export async function takeEvents(
  ctx: Context,
  id: string,
  { events = [], message = '' }: MailEventsBody,
): Promise<{ taken: number }> {
  let taken = (await takeReportMessage(ctx, message)) ? 1 : 0;
  for (const [index, event] of events.entries())
    if (await takeEvent(ctx, `event:${id}:${index}`, event)) taken++;
  return { taken };
}

function takeEvent(ctx: Context, key: string, event: MailEvent): Promise<boolean> {
  const { type, address, permanent, detail = '' } = event;
  const kind = type === 'complaint' ? type : permanent ? 'hard' : 'soft';
  return takeReport(ctx, { kind, address, key, detail: detail.replaceAll(/\p{Cc}/gu, ' ') });
}
