const LIMIT_MS = 30_000;
const STEP_MS = 20;

/** Waits for something that will happen, rather than for a time in which it probably has. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > end)
      throw new Error(`it did not happen within ${LIMIT_MS / 1000} s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
