// Passkeys, the devices that stay signed in, and the end of all sessions of the customer.

import { profileTexts } from '#texts/account/profile';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { useSignOut } from '../store/use-sign-out.ts';
import { DeviceList } from './device-list.tsx';
import { PasskeyList, type SignInAgain } from './passkey-list.tsx';

export function SessionsCard({ SignInAgain }: { SignInAgain: SignInAgain }) {
  const { isLeaving, leave } = useSignOut({ isEverywhere: true });
  return (
    <SectionCard title={profileTexts.sessions} hint={profileTexts.sessionsHint}>
      <PasskeyList SignInAgain={SignInAgain} />
      <DeviceList />
      <div>
        <Button
          variant="secondary"
          icon="sign-out"
          isLoading={isLeaving}
          onClick={() => void leave()}
        >
          {profileTexts.signOutEverywhere}
        </Button>
      </div>
    </SectionCard>
  );
}
