import { Problem } from '../../ui/client/api.ts';
import { useCountdown } from '../../ui/client/hooks/use-countdown.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import type { DiscussionContext } from './discussion-context.ts';

type ProblemLineProps = { context: DiscussionContext; problem: Problem | string };

/** Why the comment was not sent, announced by screen readers. The text stays in the composer. */
export function ProblemLine({ context, problem }: ProblemLineProps) {
  const wait = useCountdown(secondsToWait(problem));
  return (
    <p class="form-problem" role="alert">
      {typeof problem === 'string'
        ? problem
        : wait > 0
          ? context.t('wait', { seconds: wait })
          : describeProblem(problem)}
    </p>
  );
}

function secondsToWait(problem: Problem | string): number {
  if (typeof problem === 'string' || problem.status !== 429) return 0;
  return Number(problem.members['retry_after'] ?? 0);
}

/** Rethrows any error that is no refusal: it is a bug. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
