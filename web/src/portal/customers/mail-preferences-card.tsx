// The customer's email preferences (R64): a switch for each optional kind, the emails that are always sent, and the
// reason.

import type { MailPreference } from '@quittance/contract/customers/mail-preference-routes';
import type { OptionalMail } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { mailPreferenceTexts as texts } from '#texts/account/mail-preferences';
import { uiTexts } from '#texts/site/ui';
import { Busy } from '../../shared/ui/feedback/busy.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Switch } from '../../shared/ui/form/switch.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { createApiThunk } from '../store/app-thunk.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';

const setMailPreference = createApiThunk('mailPreferences/set', 'setMailPreference');

function usePreferences() {
  const dispatch = useAppDispatch();
  const { value, failure, again, replace } = useRead({ request: { route: 'mailPreferences' } });
  const [changing, setChanging] = useState<OptionalMail | null>(null);
  const set = async (preference: MailPreference): Promise<void> => {
    setChanging(preference.kind);
    const result = await dispatch(setMailPreference({ body: preference }));
    if (setMailPreference.fulfilled.match(result)) replace(result.payload);
    setChanging(null);
  };
  const preferences = value?.preferences;
  return { preferences, hasFailed: failure !== null, load: again, changing, set };
}

export function MailPreferencesCard() {
  const { preferences, hasFailed, load, changing, set } = usePreferences();
  return (
    <SectionCard title={texts.title} hint={texts.hint}>
      {hasFailed && (
        <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: load }}>
          {texts.failed}
        </Notice>
      )}
      {!preferences && !hasFailed && (
        <Busy>
          <Skeleton shape="block" height="160px" />
        </Busy>
      )}
      {preferences && (
        <Stack gap={4}>
          {preferences.map(({ kind, isOn }) => (
            <Switch
              key={kind}
              label={texts.names[kind]}
              text={texts.texts[kind]}
              isOn={isOn}
              isLoading={changing === kind}
              isDisabled={changing !== null && changing !== kind}
              onChange={(wanted) => void set({ kind, isOn: wanted })}
            />
          ))}
        </Stack>
      )}
      <Required />
    </SectionCard>
  );
}

function Required() {
  return (
    <Expandable section={texts.requiredSection}>
      <Stack as="ul" gap={3}>
        {texts.required.map(({ name, why }) => (
          <li key={name}>
            <Text isStrong>{name}</Text>
            <Text size="small" tone="muted">
              {why}
            </Text>
          </li>
        ))}
      </Stack>
    </Expandable>
  );
}
