import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitKey } from '../limits/address.ts';
import { COUNTED_BY_MEMBER, type LimitName } from '../limits/rules.ts';

/**
 * Counts the request against the site-wide limit and those its route declares. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export async function countLimits(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { viewer } = request;
  const address = limitKey(request.ip);
  if (viewer) await count(request, reply, 'member', String(viewer.uid));
  else await count(request, reply, 'anonymous', address);
  for (const name of request.routeOptions.config.limits ?? []) {
    const byMember = viewer && COUNTED_BY_MEMBER.includes(name);
    await count(request, reply, name, byMember ? String(viewer.uid) : address);
  }
}

async function count(
  request: FastifyRequest,
  reply: FastifyReply,
  name: LimitName,
  key: string,
): Promise<void> {
  const rule = request.server.ctx.config.limits[name];
  if (!rule) return;
  reply.header('ratelimit-policy', `"${name}";q=${rule.points};w=${rule.seconds}`);
  const state = await request.server.ctx.limits.consume(name, key);
  if (state) reply.header('ratelimit', `"${name}";r=${state.remaining};t=${state.reset_seconds}`);
}
