/**
 * Flags of V8 for server processes. The young generation has 12 instead of up to 48 MB: a process needs 15 MB less
 * when it is idle and 30 MB less under load, and requests take no more CPU time (docs/performance.md).
 */
export const HEAP_FLAGS: readonly string[] = ['--max-semi-space-size=4'];
