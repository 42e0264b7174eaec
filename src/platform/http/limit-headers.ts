import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitKey } from '../limits/address.ts';
import { COUNTED_BY_MEMBER, type LimitName } from '../limits/rules.ts';

/**
 * Counts the request against the site-wide limit and those its route declares. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export async function countLimits(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { viewer } = request;
  await count(request, reply, viewer ? 'member' : 'anonymous');
  for (const name of request.route.config.limits ?? []) await count(request, reply, name);
}

async function count(request: FastifyRequest, reply: FastifyReply, name: LimitName): Promise<void> {
  const rule = request.server.ctx.config.limits[name];
  if (!rule) return;
  reply.header('ratelimit-policy', `"${name}";q=${rule.points};w=${rule.seconds}`);
  const state = await request.server.ctx.limits.consume(name, keyOf(request, name));
  if (state) reply.header('ratelimit', `"${name}";r=${state.remaining};t=${state.reset_seconds}`);
}

function keyOf({ viewer, ip }: FastifyRequest, name: LimitName): string {
  return viewer && COUNTED_BY_MEMBER.includes(name) ? String(viewer.uid) : limitKey(ip);
}
