/**
 * Follows the server's events (product §4.19, R21) with the customer's id or the public link. The connection and its
 * code are loaded when the page is idle. A page without a socket works by polling.
 */
import { untilIdle } from '../../shared/lib/next-task.ts';
import { SOCKET_LATEST_MS } from '../../shared/lib/timings.ts';
import { loadFullStore } from '../store/load-full-store.ts';
import type { AppDispatch } from '../store/store.ts';
import type { openSocket, SocketParts } from './open-socket.ts';

type Open = typeof openSocket;

/** The store must be complete to follow events. */
async function loadWhenIdle(dispatch: AppDispatch): Promise<Open> {
  await untilIdle(SOCKET_LATEST_MS);
  const [loaded] = await Promise.all([import('./open-socket.ts'), dispatch(loadFullStore())]);
  return loaded.openSocket;
}

/** Returns a function that disconnects, which may be called before the connection is open. */
export function connectSocket(parts: SocketParts, load = loadWhenIdle): () => void {
  let isWanted = true;
  let disconnect = (): void => {};
  const connect = async (): Promise<void> => {
    const open = await load(parts.dispatch);
    if (isWanted) disconnect = open(parts);
  };
  // If the chunk does not load, the page polls.
  connect().catch(() => {});
  return () => {
    isWanted = false;
    disconnect();
  };
}
