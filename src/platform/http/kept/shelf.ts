import type { Answer } from './answer.ts';

/** What an entry takes beside its bytes, roughly: keys, headers, who is shown. */
const BESIDE = 2_000;

/** So many bytes of answers; what nobody has asked for the longest goes first. */
export function openShelf(bytes: number) {
  // A Map remembers the order in which keys were set.
  const answers = new Map<string, Answer>();
  let held = 0;

  const remove = (key: string) => {
    const answer = answers.get(key);
    if (!answer) return;
    answers.delete(key);
    held -= sizeOf(answer);
  };

  return {
    get(key: string): Answer | undefined {
      const answer = answers.get(key);
      if (!answer) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    set(key: string, answer: Answer): void {
      remove(key);
      if (sizeOf(answer) > bytes) return;
      answers.set(key, answer);
      held += sizeOf(answer);
      for (const oldest of answers.keys()) {
        if (held <= bytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    get bytes(): number {
      return held;
    },
  };
}

function sizeOf({ body }: Answer): number {
  // As it is, and packed twice into a tenth of it.
  return body.length * 1.2 + BESIDE;
}
