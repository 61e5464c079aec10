import type { io as connectTo } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  customerMethodAdded,
  paymentProcessingReceived,
  socketJoined,
  socketReconnected,
} from '../store/realtime-events.ts';
import type { AppDispatch } from '../store/store.ts';
import { openSocket } from './open-socket.ts';
import { connectSocket } from './socket.ts';

/** Long enough for a busy machine. */
const PATIENCE_MS = 10_000;

const handlers = new Map<string, (payload?: unknown) => void>();
const disconnect = vi.fn();
const connect = vi.fn();
const on = (event: string, handler: (payload?: unknown) => void) => handlers.set(event, handler);
const io = vi.fn((_options: unknown) => ({ on, once: on, connect, disconnect }));
const hear = (event: string, payload?: unknown) => handlers.get(event)?.(payload);

const dispatch = vi.fn();
const onDropped = vi.fn();
let leave: () => void;

beforeEach(async () => {
  leave = connectSocket(
    {
      auth: { customerId: 'customer-1' },
      // The cast is safe because the socket only dispatches plain actions.
      dispatch: dispatch as unknown as AppDispatch,
      onDropped,
    },
    // The cast is safe because only the members that our code uses are simulated.
    async () => (parts) => openSocket(parts, io as unknown as typeof connectTo),
  );
  await vi.waitFor(() => expect(io).toHaveBeenCalledOnce(), PATIENCE_MS);
});
afterEach(() => {
  leave();
  vi.clearAllMocks();
});

describe('The socket (product §4.19, §4.20)', () => {
  it("the socket connects with the customer's id and makes 5 attempts 3000 ms apart", () => {
    expect(io.mock.calls[0]?.[0]).toEqual({
      path: '/api/socket',
      auth: { customerId: 'customer-1' },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionAttempts: 5,
      reconnectionDelay: 3_000,
      reconnectionDelayMax: 3_000,
    });
  });

  it('the event payment_processing dispatches a known status and ignores an unknown status', () => {
    hear('payment_processing', { paymentProcessingStatus: 'success' });
    hear('payment_processing', { paymentProcessingStatus: 'paid' });
    hear('payment_processing');
    expect(dispatch.mock.calls).toEqual([[paymentProcessingReceived('success')]]);
  });

  it('the event connection is dispatched with its version', () => {
    hear('connection', { version: 'one' });
    expect(dispatch.mock.calls).toEqual([[socketJoined('one')]]);
  });

  it('the event customer_add_pm and a reconnection are dispatched', () => {
    hear('connect');
    hear('customer_add_pm');
    expect(dispatch.mock.calls).toEqual([[customerMethodAdded()]]);
    hear('disconnect', 'transport close');
    hear('connect');
    hear('connect_error');
    hear('connect');
    expect(dispatch.mock.calls.slice(1)).toEqual([[socketReconnected()], [socketReconnected()]]);
  });

  it.each([
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['the window has the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the page is visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('the socket connects again when %s, until the page is left', (_, happens) => {
    happens();
    expect(connect).toHaveBeenCalledOnce();
    leave();
    happens();
    expect(connect).toHaveBeenCalledOnce();
  });

  it('a disconnect by the server is reported, and a network disconnect is not', () => {
    hear('disconnect', 'transport close');
    expect(onDropped).not.toHaveBeenCalled();
    hear('disconnect', 'io server disconnect');
    expect(onDropped).toHaveBeenCalledOnce();
  });

  it('the socket disconnects when the page closes', () => {
    leave();
    expect(disconnect).toHaveBeenCalledOnce();
  });
});
