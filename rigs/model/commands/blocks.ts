import fc from 'fast-check';
import { command, pick, who } from '../command.ts';
import { type Member, type Model, visibleComments } from '../model.ts';
import { type Service, sendChecked } from '../service.ts';

/** D67: a block ends the follows between the two, and the other cannot follow or comment until it ends. */
export const blockForAWhile = command(
  'block, try and unblock',
  fc.record({ who, whom: who }),
  async (model, service, input) => {
    const [member, other] = [pick(model.members, input.who), pick(model.members, input.whom)];
    const url = `/api/users/${other.uid}/block`;
    const blocked = await sendChecked(model, service, member, {
      method: 'PUT',
      url,
      body: { kind: 'block' },
    });
    if (!blocked) return;
    member.follows.delete(other);
    other.follows.delete(member);
    await expectBlocked(model, service, { member, other });
    await sendChecked(model, service, member, { method: 'DELETE', url });
  },
  (model, input) => pick(model.members, input.who) !== pick(model.members, input.whom),
);

async function expectBlocked(
  model: Model,
  service: Service,
  { member, other }: { member: Member; other: Member },
): Promise<void> {
  await sendChecked(model, service, other, {
    method: 'POST',
    url: `/api/users/${member.uid}/follow`,
    body: { following: true },
    stops: () => ['blocked'],
  });
  const posts = model.posts.filter((post) => post.author === member && post.status === 'approved');
  const post = posts.find((one) => !one.deleted);
  if (!post) return;
  const before = visibleComments(post).length;
  await sendChecked(model, service, other, {
    method: 'POST',
    url: `/api/posts/${post.id}/comments`,
    body: { body: `第 ${before + 1} 楼` },
    stops: () => ['blocked'],
  });
}
