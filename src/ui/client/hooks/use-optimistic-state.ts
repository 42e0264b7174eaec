import { useRef, useState } from 'preact/hooks';
import { Problem } from '../api.ts';
import { describeProblem } from '../texts.ts';
import { toast } from '../toast.ts';

/**
 * An optimistic toggle: shows the new state at once and sends it. While a request is in flight, later changes are
 * not sent one by one; the last one is, if it differs from the response. A refusal restores the state that the
 * server confirmed last, and a toast gives the reason.
 */
export function useOptimisticState<State>(
  initial: State,
  send: (target: State) => Promise<State>,
): [shown: State, set: (target: State) => void, accept: (state: State) => void] {
  const [shown, show] = useState(initial);
  const ref = useRef({ confirmed: initial, target: initial, inFlight: false });

  async function sync(): Promise<void> {
    const now = ref.current;
    now.inFlight = true;
    try {
      while (now.target !== now.confirmed) {
        const sent = now.target;
        const response = await send(sent);
        // Unless the member has changed it meanwhile, the response is the state to keep.
        if (now.target === sent) now.target = response;
        now.confirmed = response;
      }
    } catch (error) {
      now.target = now.confirmed;
      if (!(error instanceof Problem)) throw error;
      // The page as a whole reports the end of a session, once.
      if (error.status !== 401) toast(describeProblem(error), 'danger');
    } finally {
      now.inFlight = false;
      show(now.confirmed);
    }
  }

  function set(target: State): void {
    ref.current.target = target;
    show(target);
    if (!ref.current.inFlight) void sync();
  }

  /** Takes over a state that something else has already confirmed. */
  function accept(state: State): void {
    ref.current.confirmed = state;
    ref.current.target = state;
    show(state);
  }

  return [shown, set, accept];
}
