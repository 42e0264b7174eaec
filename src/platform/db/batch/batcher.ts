type Waiting<Item, Answer> = {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** A question longer than this would make its first askers wait for the last. */
const AT_ONCE = 200;

/**
 * For what is asked all the time and can be asked for many at once: while questions are on their way the next ones
 * gather and go together, so that the busier the process, the fewer round trips per question. A lone asker waits for
 * nothing, and everybody's question is put after they asked. `lanes`: how many are on their way at most, so that
 * one that is stuck does not hold up everybody.
 */
export function createBatcher<Item, Answer>(
  ask: (items: Item[]) => Promise<Answer[]>,
  lanes = 2,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underway = 0;

  const send = async (): Promise<void> => {
    underway += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE);
      try {
        const answers = await ask(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    underway -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underway < lanes) void send();
    });
}
