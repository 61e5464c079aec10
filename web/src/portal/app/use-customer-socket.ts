/**
 * The socket of a signed-in customer (product §4.19): the handshake carries the customer's id, which the server
 * checks against the cookie (R21). When the server disconnects, the session is checked. If it still exists, the
 * socket reconnects.
 */
import { useEffect, useState } from 'react';
import { connectSocket } from '../realtime/socket.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { checkSession } from '../store/session.ts';

export function useCustomerSocket(customerId: string | null): void {
  const dispatch = useAppDispatch();
  const isSessionOver = useAppSelector(({ auth }) => auth.isSessionOver);
  const [round, setRound] = useState(0);
  const isWanted = customerId !== null && !isSessionOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new connection
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const onDropped = async (): Promise<void> => {
      if ((await dispatch(checkSession())) && isCurrent) setRound((count) => count + 1);
    };
    const disconnect = connectSocket({
      auth: { customerId },
      dispatch,
      onDropped: () => void onDropped(),
    });
    return () => {
      isCurrent = false;
      disconnect();
    };
  }, [dispatch, customerId, isWanted, round]);
}
