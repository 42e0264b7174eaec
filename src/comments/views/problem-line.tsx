import { Problem } from '../../ui/client/api.ts';
import { useCountdown } from '../../ui/client/hooks/use-countdown.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import type { DiscussionContext } from './discussion-context.ts';

type ProblemLineProps = { room: DiscussionContext; problem: Problem | string };

/** Why it was not sent, read out at once. What was written stays where it is. */
export function ProblemLine({ room, problem }: ProblemLineProps) {
  const wait = useCountdown(secondsToWait(problem));
  return (
    <p class="form-problem" role="alert">
      {typeof problem === 'string'
        ? problem
        : wait > 0
          ? room.say('wait', { seconds: wait })
          : describeProblem(problem)}
    </p>
  );
}

function secondsToWait(problem: Problem | string): number {
  if (typeof problem === 'string' || problem.status !== 429) return 0;
  return Number(problem.members['retry_after'] ?? 0);
}

/** What went wrong, for a line; anything that is no refusal is a mistake of ours and goes on up. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
