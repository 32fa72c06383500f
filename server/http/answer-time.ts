const stepMs = 100;

/** Hides how long an answer took, which could reveal an account. @returns waits for the next full 100 ms */
export function startAnswerClock(): () => Promise<void> {
  const begun = performance.now();
  return () => {
    const rest = stepMs - ((performance.now() - begun) % stepMs);
    return new Promise((resolve) => setTimeout(resolve, rest));
  };
}
