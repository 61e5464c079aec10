// Sign-in with the company's own identity provider (R100).

import type { IdentityProvider } from '@quittance/contract/identity/identity-provider';
import { SECOND_FACTOR_CLASSES, STAFF_ROLES } from '@quittance/contract/identity/roles';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { identityProviderTexts as texts } from '../texts/access.ts';
import { failureTexts } from '../texts/failures.ts';

type State = AnswerOf<'getIdentityProvider'>;
type Draft = IdentityProvider & { clientSecret: string };

const EMPTY: IdentityProvider = {
  label: '',
  issuer: '',
  clientId: '',
  isRequired: false,
  roleClaim: '',
  roleValues: { owner: '', clerk: '', viewer: '' },
  isSecondFactorTrusted: false,
  secondFactorClasses: SECOND_FACTOR_CLASSES,
};

const toDraft = ({ provider }: State): Draft => ({ ...(provider ?? EMPTY), clientSecret: '' });

export function IdentityProviderPage() {
  const read = useRead('getIdentityProvider', {});
  return (
    <SettingsFrame page="single-sign-on" text={texts.text}>
      <ReadView read={read}>
        {(state) => (
          <ProviderForm key={JSON.stringify(state)} state={state} onChanged={read.again} />
        )}
      </ReadView>
    </SettingsFrame>
  );
}

function toMissing({ label, issuer, clientId, clientSecret }: Draft, state: State) {
  const required = { label, issuer, clientId, ...(state.provider ? {} : { clientSecret }) };
  return Object.entries(required).flatMap(([name, text]) => (text.trim() === '' ? [name] : []));
}

function ProviderForm({ state, onChanged }: { state: State; onChanged: () => void }) {
  const action = useAction('changeIdentityProvider');
  const [draft, setDraft] = useState(() => toDraft(state));
  const [isChecked, setIsChecked] = useState(false);
  const set = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const missing = toMissing(draft, state);
  const save = async (): Promise<void> => {
    setIsChecked(true);
    if (missing.length > 0) return;
    const body = { ...draft, clientSecret: draft.clientSecret.trim() || null };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.saved });
    onChanged();
  };
  const input = (
    name: 'label' | 'issuer' | 'clientId' | 'clientSecret' | 'roleClaim' | 'secondFactorClasses',
    more: { hint?: string; type?: string } = {},
  ) => (
    <Input
      {...more}
      label={texts.fields[name]}
      autoComplete="off"
      error={
        isChecked && missing.includes(name) ? texts.missing : toFieldError(action.failure, name)
      }
      value={draft[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <>
      <Section title={texts.provider} text={texts.providerText}>
        <Text>
          {texts.redirectUri} <code>{state.redirectUri}</code>
        </Text>
        <FieldGrid>
          {input('label', { hint: texts.labelHint })}
          {input('issuer', { hint: texts.issuerHint })}
          {input('clientId')}
          {input('clientSecret', {
            type: 'password',
            ...(state.provider ? { hint: texts.secretHint } : {}),
          })}
        </FieldGrid>
        <Checkbox
          isChecked={draft.isRequired}
          onCheckedChange={(isRequired) => set({ isRequired })}
        >
          {texts.isRequired}
        </Checkbox>
        <Checkbox
          isChecked={draft.isSecondFactorTrusted}
          onCheckedChange={(isSecondFactorTrusted) => set({ isSecondFactorTrusted })}
        >
          {texts.isSecondFactorTrusted}
        </Checkbox>
        {draft.isSecondFactorTrusted &&
          input('secondFactorClasses', { hint: texts.secondFactorClassesHint })}
      </Section>
      <Section title={texts.roles} text={texts.rolesText}>
        <FieldGrid>{input('roleClaim', { hint: texts.roleClaimHint })}</FieldGrid>
        {draft.roleClaim.trim() !== '' && (
          <FieldGrid>
            {STAFF_ROLES.toReversed().map((role) => (
              <Input
                key={role}
                label={texts.roleValue[role]}
                autoComplete="off"
                value={draft.roleValues[role]}
                onChange={({ currentTarget }) =>
                  set({ roleValues: { ...draft.roleValues, [role]: currentTarget.value } })
                }
              />
            ))}
          </FieldGrid>
        )}
      </Section>
      <SaveBar
        isChanged={JSON.stringify(draft) !== JSON.stringify(toDraft(state))}
        isRunning={action.isRunning}
        failure={action.failure}
        error={isChecked && missing.length > 0 ? failureTexts.checkFields : undefined}
        onSave={() => void save()}
        onReset={() => setDraft(toDraft(state))}
      />
      {state.provider && (
        <Stack direction="row">
          <ConfirmAction
            call="removeIdentityProvider"
            input={{}}
            label={texts.remove}
            title={texts.removeTitle}
            text={texts.removeText}
            confirm={texts.remove}
            done={texts.removed}
            onDone={onChanged}
          />
        </Stack>
      )}
    </>
  );
}
