// Passkeys, the devices that stay signed in, and a button that ends all sessions of the customer.

import type { Device } from '@quittance/contract/identity/portal-routes';
import { useState } from 'react';
import { deviceTexts } from '#texts/account/devices';
import { profileTexts } from '#texts/account/profile';
import { uiTexts } from '#texts/site/ui';
import { formatInstantDate } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { createApiThunk } from '../store/app-thunk.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { selectCompany } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';
import { useSignOut } from '../store/use-sign-out.ts';
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

const removeDevice = createApiThunk('devices/remove', 'removeDevice');

function useDevices() {
  const dispatch = useAppDispatch();
  const { value, failure, again, replace } = useRead({ request: { route: 'devices' } });
  const remove = async (id: string): Promise<void> => {
    const result = await dispatch(removeDevice({ params: { id } }));
    if (removeDevice.fulfilled.match(result)) replace(result.payload);
  };
  return { devices: value?.devices, hasFailed: failure !== null, load: again, remove };
}

type ItemProps = { device: Device; onRemove: () => Promise<void> };

function Item({ device, onRemove }: ItemProps) {
  const company = useAppSelector(selectCompany);
  const [isLeaving, setIsLeaving] = useState(false);
  const { browser, system, lastUsedAt, isThisOne } = device;
  const name = deviceTexts.name(browser, system);
  const remove = async (): Promise<void> => {
    setIsLeaving(true);
    await onRemove();
    setIsLeaving(false);
  };
  return (
    <li>
      <Stack direction="row" justify="space-between" align="center" gap={3} wraps>
        <Stack gap={1}>
          <Stack direction="row" gap={2} align="center" wraps>
            <Text isStrong>{name}</Text>
            {isThisOne && <Badge tone="info" label={deviceTexts.isThisOne} />}
          </Stack>
          {company && (
            <Text size="small" tone="muted">
              {deviceTexts.lastUsed(formatInstantDate(lastUsedAt, company))}
            </Text>
          )}
        </Stack>
        <Button
          variant="secondary"
          size="small"
          isLoading={isLeaving}
          aria-label={deviceTexts.removeNamed(name)}
          onClick={() => void remove()}
        >
          {deviceTexts.remove}
        </Button>
      </Stack>
    </li>
  );
}

/**
 * The devices that stay signed in (R20), each with a button that signs it out. For this device, the button works
 * like the sign-out in the menu.
 */
function DeviceList() {
  const { devices, hasFailed, load, remove } = useDevices();
  const { leave } = useSignOut();
  return (
    <Stack gap={3}>
      <Heading level={3} size="small">
        {deviceTexts.title}
      </Heading>
      {hasFailed && (
        <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: load }}>
          {deviceTexts.failed}
        </Notice>
      )}
      {devices?.length === 0 && <Text tone="muted">{deviceTexts.none}</Text>}
      {devices && devices.length > 0 && (
        <Stack as="ul" gap={4}>
          {devices.map((device) => (
            <Item
              key={device.id}
              device={device}
              onRemove={() => (device.isThisOne ? leave() : remove(device.id))}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
