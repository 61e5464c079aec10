// Ends every session of the customer, wherever it is open: for whoever forgot to sign out somewhere.

import { useState } from 'react';
import { profileTexts } from '#texts/account/profile';
import { leavePortal } from '../../state/session/session.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Heading } from '../../ui/text/heading.tsx';
import { Text } from '../../ui/text/text.tsx';

export function SessionsCard() {
  const dispatch = useAppDispatch();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (): void => {
    setIsLeaving(true);
    void dispatch(leavePortal({ isEverywhere: true }));
  };
  return (
    <Card label={profileTexts.sessions}>
      <Stack gap={4}>
        <Stack gap={1}>
          <Heading level={2}>{profileTexts.sessions}</Heading>
          <Text tone="muted">{profileTexts.sessionsHint}</Text>
        </Stack>
        <div>
          <Button variant="secondary" icon="sign-out" isLoading={isLeaving} onClick={leave}>
            {profileTexts.signOutEverywhere}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
