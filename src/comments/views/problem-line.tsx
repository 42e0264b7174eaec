import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../../ui/client/api.ts';
import { sentenceOf } from '../../ui/client/texts.ts';
import type { DiscussionContext } from './discussion-context.ts';

type ProblemLineProps = { context: DiscussionContext; problem: Problem | string };

/** Why the comment was not sent, announced by screen readers. The text stays in the composer. */
export function ProblemLine({ context, problem }: ProblemLineProps) {
  const wait = useWait(secondsToWait(problem));
  return (
    <p class="form-problem" role="alert">
      {typeof problem === 'string'
        ? problem
        : wait > 0
          ? context.t('wait', { seconds: wait })
          : sentenceOf(problem)}
    </p>
  );
}

function secondsToWait(problem: Problem | string): number {
  if (typeof problem === 'string' || problem.status !== 429) return 0;
  return Number(problem.members['retry_after'] ?? 0);
}

/** The seconds left to wait, counted down. */
function useWait(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** Rethrows any error that is no refusal: it is a bug. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
