/** Longer than the work behind these answers takes in quiet, and short for a person. */
const stepMs = 100;

/**
 * Starts the clock of an answer whose time must tell nothing, such as whether an address has an account.
 * @returns waits for the next whole step of 100 ms since then
 */
export function startAnswerClock(): () => Promise<void> {
  const begun = performance.now();
  return () => {
    const rest = stepMs - ((performance.now() - begun) % stepMs);
    return new Promise((resolve) => setTimeout(resolve, rest));
  };
}
