// Signs out and shows the progress. After a failure the button can be pressed again.

import { useState } from 'react';
import { useAppDispatch } from './hooks.ts';
import { leavePortal } from './session.ts';

export function useSignOut({ isEverywhere = false } = {}) {
  const dispatch = useAppDispatch();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setIsLeaving(true);
    await dispatch(leavePortal({ isEverywhere }));
    setIsLeaving(false);
  };
  return { isLeaving, leave };
}
