/** The work's result, or `late` when it takes longer. The work goes on. */
export function withTimeout<Result, Late>(ms: number, work: Promise<Result>, late: Late): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout>;
  const timeUp = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([work, timeUp]).finally(() => clearTimeout(timer));
}
