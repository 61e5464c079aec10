// Ends every session of the customer, wherever it is open: for whoever forgot to sign out somewhere.

import { useState } from 'react';
import { useAppDispatch } from '../../state/hooks.ts';
import { leavePortal } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';

export function SessionsCard() {
  const dispatch = useAppDispatch();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (): void => {
    setIsLeaving(true);
    void dispatch(leavePortal({ isEverywhere: true }));
  };
  return (
    <Card label="Sign-in">
      <Stack gap={4}>
        <Stack gap={1}>
          <Heading level={2}>Sign-in</Heading>
          <Text tone="muted">
            Signed in on a device you no longer use? This ends every session, also this one.
          </Text>
        </Stack>
        <div>
          <Button variant="secondary" icon="sign-out" isLoading={isLeaving} onClick={leave}>
            Sign out everywhere
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
