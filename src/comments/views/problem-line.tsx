import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../../ui/client/api.ts';
import { sentenceOf } from '../../ui/client/texts.ts';
import type { DiscussionContext } from './discussion-context.ts';

type ProblemLineProps = { room: DiscussionContext; problem: Problem | string };

/** Why it was not sent, read out at once. What was written stays where it is. */
export function ProblemLine({ room, problem }: ProblemLineProps) {
  const wait = useWait(secondsToWait(problem));
  return (
    <p class="form-problem" role="alert">
      {typeof problem === 'string'
        ? problem
        : wait > 0
          ? room.say('wait', { seconds: wait })
          : sentenceOf(problem)}
    </p>
  );
}

function secondsToWait(problem: Problem | string): number {
  if (typeof problem === 'string' || problem.status !== 429) return 0;
  return Number(problem.members['retry_after'] ?? 0);
}

/** Seconds that are left to wait, counted down. */
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

/** What went wrong, for a line; anything that is no refusal is a mistake of ours and goes on up. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
