/**
 * Handles the events of the socket (product §4.20, R21). They are refresh signals: each only indicates that some
 * data must be read again. Events that arrive together are handled together, because twenty of them would otherwise
 * cause sixty calls.
 */
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { EVENTS_PAUSE_MS } from '../../shared/lib/timings.ts';
import { loadPaymentStatus } from './confirm-payment.ts';
import { customerRead } from './reads.ts';
import {
  customerMethodAdded,
  paymentProcessingReceived,
  socketJoined,
  socketReconnected,
} from './realtime-events.ts';
import { refresh } from './refresh.ts';
import type { AppThunk, StartListening } from './root.ts';
import { selectIsAwaitingPayment } from './selectors.ts';

const isEvent = isAnyOf(
  paymentProcessingReceived,
  customerMethodAdded,
  socketJoined,
  socketReconnected,
);

function isStillRunning(event: UnknownAction): boolean {
  if (!paymentProcessingReceived.match(event)) return false;
  return event.payload === 'in_progress' || event.payload === 'pending';
}

/** Returns whether anything was read again. */
function followEvents(events: readonly UnknownAction[]): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { documentVersion }) => {
    const state = getState();
    // This tab already has the status of its own running payment.
    const isKnown = (event: UnknownAction) =>
      (state.request.isPaymentInProcessing && isStillRunning(event)) ||
      // Nothing has changed since the document was made.
      (socketJoined.match(event) && event.payload === documentVersion);
    const updates = events.filter((event) => !isKnown(event));
    if (updates.length === 0) return false;
    const mayBeFinal = updates.some(
      (event) => paymentProcessingReceived.match(event) && !isStillRunning(event),
    );
    if (mayBeFinal || selectIsAwaitingPayment(state)) await dispatch(loadPaymentStatus());
    await Promise.all([
      dispatch(refresh()),
      updates.some(customerMethodAdded.match) && dispatch(customerRead.again()),
    ]);
    return true;
  };
}

/** The first event is handled at once, and events that arrive in the meantime after a pause. */
export function listenForEvents(startListening: StartListening): void {
  let waiting: UnknownAction[] = [];
  let isFollowing = false;
  startListening({
    matcher: isEvent,
    effect: async (event, { dispatch, delay }) => {
      waiting.push(event);
      if (isFollowing) return;
      isFollowing = true;
      try {
        while (waiting.length > 0) {
          const events = waiting;
          waiting = [];
          if (await dispatch(followEvents(events))) await delay(EVENTS_PAUSE_MS);
        }
      } finally {
        isFollowing = false;
      }
    },
  });
}
