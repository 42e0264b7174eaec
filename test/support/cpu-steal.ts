import type { TestContext } from 'vitest';
import { stolenWhile } from './processes.ts';

/** Share of the time of all cores. */
const STOLEN_MAX = 0.1;

/** For a test that measures time: a failure while the hypervisor stole CPU time skips the test instead. */
export async function skipOnCpuSteal(
  { skip }: Pick<TestContext, 'skip'>,
  run: () => Promise<void>,
): Promise<void> {
  const { result: failure, stolen } = await stolenWhile(() =>
    run().then(
      () => undefined,
      (error) => ({ error }),
    ),
  );
  if (!failure) return;
  if (stolen <= STOLEN_MAX) throw failure.error;
  const reason = `skipped: ${Math.round(stolen * 100)} % of CPU time was stolen during ${failure.error}`;
  // Not every reporter prints the reason of a skip.
  console.log(reason);
  skip(reason);
}
