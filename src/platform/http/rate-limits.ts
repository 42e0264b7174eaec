import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { limitKey } from '../limits/address.ts';
import { COUNTED_BY_MEMBER, type LimitName } from '../limits/rules.ts';

/** Keys of limits that count neither per address nor per member. */
type OwnKeys = Partial<Record<LimitName, string | undefined>>;

/**
 * Counts the request against the site-wide limit and those of its route. Sets the headers of
 * draft-ietf-httpapi-ratelimit-headers-10, with one item per limit.
 */
export async function consumeRateLimits(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: OwnKeys = {},
): Promise<void> {
  await count(request, reply, request.viewer ? 'member' : 'anonymous', keys);
  for (const name of request.route.config.limits ?? []) await count(request, reply, name, keys);
}

async function count(
  request: FastifyRequest,
  reply: FastifyReply,
  name: LimitName,
  keys: OwnKeys,
): Promise<void> {
  const { config, limits } = request.server.ctx;
  const rule = config.limits[name];
  if (!rule) return;
  append(reply, 'ratelimit-policy', `"${name}";q=${rule.points};w=${rule.seconds}`);
  try {
    const state = await limits.consume(name, keys[name] ?? keyOf(request, name));
    if (state)
      append(reply, 'ratelimit', `"${name}";r=${state.remaining};t=${state.reset_seconds}`);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited')
      append(reply, 'ratelimit', `"${name}";r=0;t=${error.members['retry_after']}`);
    throw error;
  }
}

function keyOf({ viewer, ip }: FastifyRequest, name: LimitName): string {
  return viewer && COUNTED_BY_MEMBER.includes(name) ? String(viewer.uid) : limitKey(ip);
}

function append(reply: FastifyReply, header: string, item: string): void {
  const before = reply.getHeader(header);
  reply.header(header, before ? `${before}, ${item}` : item);
}
