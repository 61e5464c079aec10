/**
 * Runs a callback when the payer returns to the window or the network is back. Returns a function that stops it.
 */
export function onReturn(callback: (what: 'payer' | 'network') => void): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') callback('payer');
  };
  const onOnline = (): void => callback('network');
  window.addEventListener('focus', onVisible);
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('focus', onVisible);
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onOnline);
  };
}
