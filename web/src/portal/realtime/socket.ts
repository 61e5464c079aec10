/**
 * The socket (product §4.19, R21): connects with the customer's id or the public link, and dispatches the server's
 * events as actions. Events only trigger reloads; a page without a socket works by polling. After the last attempt
 * it does not reconnect until the network is back or the payer returns to the window.
 */
import {
  type ConnectionEvent,
  type PaymentProcessingEvent,
  SOCKET_PATH,
  SOCKET_RECONNECTION_ATTEMPTS,
  SOCKET_RECONNECTION_DELAY_MS,
} from '@quittance/contract/payments/realtime';
import { PROCESSING_STATUSES } from '@quittance/contract/vocabulary';
import { untilIdle } from '../../shared/lib/next-task.ts';
import { onReturn } from '../../shared/lib/on-return.ts';
import { SOCKET_LATEST_MS } from '../../shared/lib/timings.ts';
import { loadFullStore } from '../store/load-full-store.ts';
import {
  customerMethodAdded,
  paymentProcessingReceived,
  socketJoined,
  socketReconnected,
} from '../store/realtime-events.ts';
import type { AppDispatch } from '../store/store.ts';

export type SocketAuth = { customerId: string } | { company: string; link: string };

export type SocketClient = Pick<typeof import('socket.io-client'), 'io'>;

type SocketParts = {
  auth: SocketAuth;
  dispatch: AppDispatch;
  loadClient?: () => Promise<SocketClient>;
  /** Called when the server disconnects because the session ended or the server is stopping. */
  onDropped?: () => void;
};

/** Socket.io's reason for a disconnect by the server, after which it does not reconnect automatically. */
const DROPPED = 'io server disconnect';

/** The store must be complete to follow events. */
async function loadWhenIdle(dispatch: AppDispatch): Promise<SocketClient> {
  await untilIdle(SOCKET_LATEST_MS);
  const [client] = await Promise.all([import('socket.io-client'), dispatch(loadFullStore())]);
  return client;
}

/**
 * Loads the client and connects. Returns a function that disconnects, which may be called before the connection is
 * open.
 */
export function connectSocket({
  auth,
  dispatch,
  onDropped,
  loadClient = () => loadWhenIdle(dispatch),
}: SocketParts): () => void {
  let isWanted = true;
  let disconnect = (): void => {};
  const connect = async (): Promise<void> => {
    const { io } = await loadClient();
    if (!isWanted) return;
    const socket = io({
      path: SOCKET_PATH,
      auth,
      // WebSocket comes first, because it needs one request instead of five. Polling is the fallback if a proxy
      // blocks it.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionAttempts: SOCKET_RECONNECTION_ATTEMPTS,
      reconnectionDelay: SOCKET_RECONNECTION_DELAY_MS,
      reconnectionDelayMax: SOCKET_RECONNECTION_DELAY_MS,
    });
    let wasInterrupted = false;
    const onInterrupted = (): void => {
      wasInterrupted = true;
    };
    socket.on('connect_error', onInterrupted);
    socket.on('connect', () => {
      // Events may have been missed in the meantime.
      if (wasInterrupted) dispatch(socketReconnected());
      wasInterrupted = false;
    });
    socket.once('connection', ({ version }: ConnectionEvent) => dispatch(socketJoined(version)));
    socket.on('disconnect', (reason) => {
      onInterrupted();
      if (reason === DROPPED) onDropped?.();
    });
    socket.on('payment_processing', (event: Partial<PaymentProcessingEvent> | undefined) => {
      const status = PROCESSING_STATUSES.find((known) => known === event?.paymentProcessingStatus);
      if (status) dispatch(paymentProcessingReceived(status));
    });
    socket.on('customer_add_pm', () => dispatch(customerMethodAdded()));
    // Does nothing while the socket is connected or still trying to connect.
    const stopWaking = onReturn(() => void socket.connect());
    disconnect = () => {
      stopWaking();
      socket.disconnect();
    };
  };
  // If the chunk does not load, the page polls.
  connect().catch(() => {});
  return () => {
    isWanted = false;
    disconnect();
  };
}
