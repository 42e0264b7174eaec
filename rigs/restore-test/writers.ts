import type { Community } from './community.ts';
import type { Member } from './member.ts';

const WRITERS = 4;

export type Written = {
  uid: number;
  comment: number;
  body: string;
  picture: string;
  begun_at: Date;
  acknowledged_at: Date;
};

/** Writes until it is stopped, and records only acknowledged writes. */
export function startWriters({ members, busyPost }: Community) {
  const written: Written[] = [];
  let stopping = false;
  const write = async (member: Member, count: number): Promise<void> => {
    const body = `第 ${count} 句`;
    const begun_at = new Date();
    const [{ id }, { url }] = await Promise.all([
      member.post(`/api/posts/${busyPost}/comments`, { body }),
      member.uploadPicture('/api/posts/upload-image'),
    ]);
    const acknowledged_at = new Date();
    written.push({
      ...{ uid: member.uid, comment: id, body, picture: url },
      ...{ begun_at, acknowledged_at },
    });
  };
  const writers = Promise.all(
    members.slice(0, WRITERS).map(async (member, index) => {
      for (let count = index; !stopping; count += WRITERS) await write(member, count);
    }),
  );
  // `stop` reports the failure.
  writers.catch(() => {});
  return {
    written,
    async stop(): Promise<void> {
      stopping = true;
      await writers;
    },
  };
}

/** The bodies of all comments under a post, by id. */
export async function readComments(member: Member, post: number): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let cursor = ''; ; ) {
    const page = await member.get(`/api/posts/${post}/comments?limit=50${cursor}`);
    for (const { id, body } of page.items) found.set(id, body);
    if (!page.next_cursor) return found;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}
