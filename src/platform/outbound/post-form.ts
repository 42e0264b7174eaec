import { sendPost } from './send-post.ts';

const TIMEOUT_MS = 10_000;

/** Sends a form to another server and returns the status. */
export async function postForm(
  url: URL,
  fields: Record<string, string>,
  { allowsPrivate }: { allowsPrivate: boolean },
): Promise<number> {
  const message = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
  const { status } = await sendPost(url, message, { allowsPrivate, timeoutMs: TIMEOUT_MS });
  return status;
}
