export function median(values: number[]): number {
  return percentile(values, 50);
}

/** The smallest of the values that is not exceeded by `percent` of them (nearest rank). */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
