import { VISITOR } from './community.ts';
import { type Response, send } from './http.ts';

const BOUNDARY = 'between-the-parts';

/** A picture for a post, as a form would send it. */
export function upload(port: number, token: string, bytes: Buffer): Promise<Response> {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  return send(port, {
    ...{ method: 'POST', path: '/api/posts/upload-image', from: VISITOR, token },
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([Buffer.from(part), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
}
