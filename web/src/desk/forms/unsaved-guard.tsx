// Asks before unsaved changes are left: by a link, by Back, or by closing the tab.

import { useEffect, useRef, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker, useNavigate } from 'react-router';
import { afterDialogEntry } from '../../shared/hooks/dialog-history.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { formTexts } from '../texts/forms.ts';

type Leave = { to: Location; isBack: boolean };

type UnsavedGuardProps = { isChanged: boolean; onDiscard?: () => void };

export function UnsavedGuard({ isChanged, onDiscard }: UnsavedGuardProps) {
  const [asked, setAsked] = useState<Leave | null>(null);
  const [leave, setLeave] = useState<Leave | null>(null);
  const isLeaving = useRef(false);
  const navigate = useNavigate();
  useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isSamePage = currentLocation.pathname === nextLocation.pathname;
    if (!isChanged || isSamePage || isLeaving.current) return false;
    const isBack = historyAction === 'POP';
    const ask = (): void => setAsked({ to: nextLocation, isBack });
    // The dialog must not add its entry before the router has returned to this page.
    if (isBack) window.addEventListener('popstate', ask, { once: true });
    else ask();
    return true;
  });
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });
  // The entry of the dialog resets the router's blocker, so the navigation is made again.
  useEffect(() => {
    if (!leave) return;
    afterDialogEntry(() => {
      isLeaving.current = true;
      onDiscard?.();
      void navigate(leave.to, { replace: leave.isBack });
    });
  }, [leave, navigate, onDiscard]);
  if (!asked) return null;
  return (
    <Dialog isOpen size="small" title={formTexts.unsaved} onClose={() => setAsked(null)}>
      <Stack gap={5}>
        <Text>{formTexts.unsavedText}</Text>
        <Stack direction="row" gap={3} wraps>
          <Button onClick={() => setAsked(null)}>{formTexts.stay}</Button>
          <Button
            variant="quiet"
            onClick={() => {
              setAsked(null);
              setLeave(asked);
            }}
          >
            {formTexts.leave}
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}
