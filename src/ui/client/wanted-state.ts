import { useRef, useState } from 'preact/hooks';
import { Problem } from './api.ts';
import { sentenceOf } from './texts.ts';
import { toast } from './toast.ts';

/**
 * A button that shows what was wanted at once. Presses while an answer is under way are not sent one by one: the
 * last of them is, if the answer differs from it. A refusal puts back what the service said last, and says why.
 */
export function useWantedState<State>(
  first: State,
  send: (wanted: State) => Promise<State>,
): [shown: State, want: (wanted: State) => void, accept: (state: State) => void] {
  const [shown, show] = useState(first);
  const kept = useRef({ settled: first, wanted: first, underway: false });

  async function settle(): Promise<void> {
    const now = kept.current;
    now.underway = true;
    try {
      while (now.wanted !== now.settled) {
        const asked = now.wanted;
        const answer = await send(asked);
        // Nobody has pressed meanwhile: what the service says is what is wanted.
        if (now.wanted === asked) now.wanted = answer;
        now.settled = answer;
      }
    } catch (error) {
      now.wanted = now.settled;
      if (!(error instanceof Problem)) throw error;
      // The end of a session is said once, for the whole page.
      if (error.status !== 401) toast(sentenceOf(error), 'danger');
    } finally {
      now.underway = false;
      show(now.settled);
    }
  }

  function want(wanted: State): void {
    kept.current.wanted = wanted;
    show(wanted);
    if (!kept.current.underway) void settle();
  }

  /** What has become true by another way. */
  function accept(state: State): void {
    kept.current.settled = state;
    kept.current.wanted = state;
    show(state);
  }

  return [shown, want, accept];
}
