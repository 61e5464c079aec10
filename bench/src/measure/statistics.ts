function ascending(values: readonly number[]): number[] {
  return values.toSorted((left, right) => left - right);
}

/** Returns the smallest value that at least `share` of all values do not exceed, or null if there are no values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = ascending(values);
  const rank = Math.max(Math.ceil(share * sorted.length), 1);
  return sorted[rank - 1] ?? null;
}

export function median(values: readonly number[]): number | null {
  const sorted = ascending(values);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
