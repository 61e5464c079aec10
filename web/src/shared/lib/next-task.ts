/** Ends the current task, so that the browser can paint and react to input between two steps of a long start. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Waits until the browser has nothing more urgent to do, and at most `latestMs` if given. */
export function untilIdle(latestMs?: number): Promise<void> {
  return new Promise((resolve) => {
    const options = latestMs === undefined ? {} : { timeout: latestMs };
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), options);
    else setTimeout(resolve, 0);
  });
}
