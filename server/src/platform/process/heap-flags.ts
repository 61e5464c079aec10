/**
 * Flags of V8 for server processes. The young generation has 12 instead of up to 48 MB: an idle process needs 20 MB
 * less, and requests take no more CPU time (docs/performance.md).
 */
export const HEAP_FLAGS: readonly string[] = ['--max-semi-space-size=4'];
