import { COUNTED_BY_MEMBER, type LimitName } from '../../src/platform/limits/rules.ts';

/** For tests whose members act faster than people. The limits are tested in test/integration/member-limits.test.ts. */
export const MEMBERS_UNLIMITED = settings(COUNTED_BY_MEMBER, 'off');

/** For load measurements: every limit is counted as in production, and no member reaches one. */
export const MEMBER_LIMITS_RAISED = settings(
  COUNTED_BY_MEMBER.filter((name) => name !== 'member'),
  '100000000/60',
);

/** The limits of members as the profile sets them. */
export const MEMBER_LIMITS_BY_PROFILE = settings(COUNTED_BY_MEMBER, '');

function settings(names: readonly LimitName[], value: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`LIMIT_${name.toUpperCase()}`, value]));
}
