import { highlightBody } from '../../platform/html/highlight.ts';
import { HtmlTooComplex } from '../../platform/html/limits.ts';
import { sanitizeBody } from '../../platform/html/sanitize.ts';
import { deriveSummary } from '../../platform/html/summary.ts';
import { Refusal } from '../../refusals.ts';
import type { PostDraft } from '../schema.ts';
import type { PostText } from '../store/posts.ts';

/** D26: everything that is stored has been through here; done before the transaction, since it takes a while. */
export function writeText(input: PostDraft): PostText {
  const title = input.title.trim();
  try {
    const body = sanitizeBody(input.body, { isOwnImage: () => false });
    const rendered = highlightBody(body);
    const summary = input.summary?.trim() || deriveSummary(body);
    return { title, summary, body, rendered: rendered === body ? null : rendered };
  } catch (error) {
    if (error instanceof HtmlTooComplex) throw new Refusal('body_too_complex');
    throw error;
  }
}
