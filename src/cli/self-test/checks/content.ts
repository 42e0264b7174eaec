import { assertNone, assertOk, assertThat, type SelfCheck, type Target } from '../check.ts';
import { readField } from '../client.ts';
import type { Member } from '../members.ts';
import { hasInlineScript } from './headers.ts';
import { hostilePictures, pictureWith } from './pictures.ts';
import { createDraft } from './sessions.ts';

const HOSTILE_TEXT = [
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<p style="background:url(javascript:alert(1))">text</p>',
].join('');
const STILL_ACTIVE = /<script|onerror\s*=|javascript:|<iframe|srcdoc|<style/i;

export const CONTENT_CHECKS: SelfCheck[] = [
  {
    name: 'visibility',
    hint: 'The proxy must not share responses between visitors. If it does not, report this to the developers.',
    async run(target) {
      const [author, other] = await target.members();
      const id = await createDraft(target, author);
      const folder = await createPrivateFolder(target, author);
      const absent = '8999999999999999';
      const problems: string[] = [];
      const compare = async (path: (id: string) => string, own: string) => {
        for (const [who, client] of [
          ['another member', other.client],
          ['a visitor', target.visitor()],
        ] as const) {
          const [hidden, missing] = [await client.get(path(own)), await client.get(path(absent))];
          if (hidden.status !== missing.status)
            problems.push(
              `${who} gets ${hidden.status} for ${path(own)}, and ${missing.status} for one that does not exist`,
            );
          if (hidden.text.includes(target.mark)) problems.push(`${who} reads ${path(own)}`);
        }
      };
      await compare((one) => `/posts/${one}`, id);
      await compare((one) => `/api/posts/${one}`, id);
      await compare((one) => `/api/studio/posts/${one}`, id);
      await compare((one) => `/api/folders/${one}/posts`, folder);
      const change = { title: `${target.mark} changed`, body: '<p>x</p>', version: 1, tags: [] };
      for (const method of ['PUT', 'DELETE'])
        await other.client.write(
          method,
          `/api/studio/posts/${id}`,
          method === 'PUT' ? change : undefined,
        );
      const still = await author.client.get(`/api/studio/posts/${id}`);
      if (readField(still.text, 'title') !== target.mark)
        problems.push('another member changes or deletes a draft');
      assertNone(problems);
      return 'a draft and a private folder are as absent for others as if they did not exist';
    },
  },
  {
    name: 'staff pages',
    hint: 'Only members whom the owner made staff may see them.',
    async run(target) {
      const [{ client }] = await target.members();
      const problems: string[] = [];
      for (const path of ['/admin', '/admin/users', '/api/admin/users', '/api/admin/settings'])
        for (const [who, visitor] of [
          ['a member', client],
          ['a visitor', target.visitor()],
        ] as const) {
          const { status } = await visitor.get(path);
          if (status === 200) problems.push(`${who} sees ${path}`);
        }
      assertNone(problems);
      return 'closed to members and visitors';
    },
  },
  {
    name: 'scripts in texts',
    hint: 'Add nothing to pages in the proxy. If it does not, report this to the developers.',
    async run(target) {
      const [author] = await target.members();
      const id = await createDraft(target, author, HOSTILE_TEXT);
      const stored = await author.client.get(`/api/studio/posts/${id}`);
      const page = await author.client.getPage(`/posts/${id}`);
      assertThat(
        !STILL_ACTIVE.test(readField(stored.text, 'body')),
        'a stored text still contains a script',
      );
      assertThat(!hasInlineScript(page.text), 'a page contains an inline script');
      assertThat(!/\son\w+="?alert/i.test(page.text), 'a page contains an event handler');
      return 'removed when a text is saved';
    },
  },
  {
    name: 'hostile pictures',
    hint: 'Let no other program accept uploads or serve /uploads.',
    async run(target) {
      const [author] = await target.members();
      const problems: string[] = [];
      const pictures = Object.entries(hostilePictures());
      for (const [what, bytes] of pictures) {
        const { status } = await upload(author, bytes);
        if (status < 400) problems.push(`${what} is accepted`);
        else if (status >= 500) problems.push(`${what} gets ${status}`);
      }
      assertNone(problems);
      const picture = await upload(author, pictureWith(target.mark));
      assertOk(picture, 'a correct picture');
      const served = await author.client.get(
        new URL(readField(picture.text, 'url'), target.site).pathname,
      );
      assertOk(served, 'its download');
      const type = served.headers['content-type'] ?? '';
      assertThat(/^image\/(png|jpeg|gif|webp)$/.test(type), `a picture is served as ${type}`);
      assertThat(served.headers['x-content-type-options'] === 'nosniff', 'a picture lacks nosniff');
      assertThat(
        !served.bytes.includes(target.mark),
        'a picture keeps what a camera wrote into it',
      );
      return `${pictures.length} are refused; a correct one loses its hidden text`;
    },
  },
];

async function createPrivateFolder({ mark }: Target, { client }: Member): Promise<string> {
  const folder = { name: mark, description: '', is_public: false };
  const response = await client.write('POST', '/api/folders', folder);
  assertOk(response, 'a folder');
  return readField(response.text, 'id');
}

async function upload({ client }: Member, bytes: Buffer) {
  const boundary = 'lamplight-self-test';
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return client.send('POST', '/api/posts/upload-image', {
    body,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-csrf-token': await client.getCsrfToken(),
    },
  });
}
