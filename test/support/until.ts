const LIMIT_MS = 30_000;
const STEP_MS = 20;

/** Polls until the condition is true, instead of sleeping for a fixed time. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > end)
      throw new Error(`it did not happen within ${LIMIT_MS / 1000} s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
