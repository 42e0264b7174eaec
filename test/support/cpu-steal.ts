import type { TestContext } from 'vitest';
import { stolenWhile } from './processes.ts';

/** Of the time of all cores. */
const STOLEN_MAX = 0.1;

/** For a proof that is about time: where it failed while others had the machine it is not judged, and says so. */
export async function skipOnCpuSteal(
  { skip }: Pick<TestContext, 'skip'>,
  prove: () => Promise<void>,
): Promise<void> {
  const { result: failure, stolen } = await stolenWhile(() =>
    prove().then(
      () => undefined,
      (error) => ({ error }),
    ),
  );
  if (!failure) return;
  if (stolen <= STOLEN_MAX) throw failure.error;
  const reason = `not judged: others had ${Math.round(stolen * 100)} % of this machine when ${failure.error}`;
  // Not every reporter shows why something was skipped, and whoever reads the log has to.
  console.log(reason);
  skip(reason);
}
