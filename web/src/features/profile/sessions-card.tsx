// Ends all sessions of the customer, on every device.

import { useState } from 'react';
import { profileTexts } from '#texts/account/profile';
import { leavePortal } from '../../state/session/session.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

export function SessionsCard() {
  const dispatch = useAppDispatch();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (): void => {
    setIsLeaving(true);
    void dispatch(leavePortal({ isEverywhere: true }));
  };
  return (
    <SectionCard title={profileTexts.sessions} hint={profileTexts.sessionsHint}>
      <div>
        <Button variant="secondary" icon="sign-out" isLoading={isLeaving} onClick={leave}>
          {profileTexts.signOutEverywhere}
        </Button>
      </div>
    </SectionCard>
  );
}
