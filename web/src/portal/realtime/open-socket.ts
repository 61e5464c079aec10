/**
 * The connection of the socket (product §4.19, R21). It dispatches the server's events as actions; events only trigger
 * reloads. After the last attempt it does not reconnect until the network is back or the payer returns to the window.
 */
import {
  type ConnectionEvent,
  type PaymentProcessingEvent,
  SOCKET_PATH,
  SOCKET_RECONNECTION_ATTEMPTS,
  SOCKET_RECONNECTION_DELAY_MS,
} from '@quittance/contract/payments/realtime';
import { PROCESSING_STATUSES } from '@quittance/contract/vocabulary';
import { io as connectTo } from 'socket.io-client';
import { onReturn } from '../../shared/lib/on-return.ts';
import {
  customerMethodAdded,
  paymentProcessingReceived,
  socketJoined,
  socketReconnected,
} from '../store/realtime-events.ts';
import type { AppDispatch } from '../store/store.ts';

type SocketAuth = { customerId: string } | { company: string; link: string };

export type SocketParts = {
  auth: SocketAuth;
  dispatch: AppDispatch;
  /** Called when the server disconnects because the session ended or the server is stopping. */
  onDropped?: () => void;
};

/** Socket.io's reason for a disconnect by the server, after which it does not reconnect automatically. */
const DROPPED = 'io server disconnect';

/** Returns a function that disconnects. */
export function openSocket(
  { auth, dispatch, onDropped }: SocketParts,
  io: typeof connectTo = connectTo,
): () => void {
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
  return () => {
    stopWaking();
    socket.disconnect();
  };
}
