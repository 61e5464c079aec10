/** History state: the invoices that were selected in the list. */
export type SelectedState = { selected: readonly string[] };

/** Another page may have left any state, or none. */
export function selectedIn(state: unknown): readonly string[] {
  if (typeof state !== 'object' || state === null || !('selected' in state)) return [];
  const { selected } = state;
  return Array.isArray(selected) ? selected.filter((id) => typeof id === 'string') : [];
}
