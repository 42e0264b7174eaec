import { text } from 'node:stream/consumers';
import { takeReportMessage } from '../mail/actions/take-report.ts';
import { withContext } from './context.ts';
import { readSettings } from './settings.ts';

/** Succeeds for messages that are no reports too: a mailbox also gets other mail, and its server must not return it. */
export async function takeBounce(): Promise<void> {
  const message = await text(process.stdin);
  const isTaken = await withContext(readSettings(), (ctx) => takeReportMessage(ctx, message));
  console.log(
    isTaken
      ? 'The report is counted.'
      : 'This is no report about a mail of this site, or a repetition.',
  );
}
