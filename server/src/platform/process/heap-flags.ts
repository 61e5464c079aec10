/**
 * Flags of V8 for server processes (docs/performance.md). The young generation has 12 instead of up to 48 MB: an idle
 * process needs 20 MB less, and requests take no more CPU time. The old generation is collected when it has grown by
 * half: by default it may grow to two and a half times its size, and most of that is garbage of requests that
 * outlived the young generation.
 */
export const HEAP_FLAGS: readonly string[] = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
];
