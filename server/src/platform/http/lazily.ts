/**
 * For values that few processes ever need. The first request creates the value, which is then cached. A failure is
 * retried by the next request.
 */
export function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
