// One passkey: its name and usage, renamed and removed in place.

import type { Passkey } from '@quittance/contract/identity/passkey-schemas';
import { PASSKEY_NAME_MAX } from '@quittance/contract/identity/passkey-schemas';
import { type SubmitEvent, useState } from 'react';
import { passkeyTexts } from '#texts/account/passkeys';
import { formatInstantDate } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAppSelector } from '../store/hooks.ts';
import { selectCompany } from '../store/reads.ts';

type PasskeyItemProps = {
  passkey: Passkey;
  onRename: (name: string) => Promise<boolean>;
  onRemove: () => Promise<void>;
};

export function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const { name } = passkey;
  const [step, setStep] = useState<'rename' | 'remove' | null>(null);
  const rest = (): void => setStep(null);
  return (
    <li>
      <Stack gap={3}>
        <Stack direction="row" justify="space-between" align="center" gap={3}>
          <Facts passkey={passkey} />
          <Stack direction="row" gap={1}>
            <IconButton
              icon="edit"
              label={passkeyTexts.renameNamed(name)}
              onClick={() => setStep('rename')}
            />
            <IconButton
              icon="trash"
              label={passkeyTexts.removeNamed(name)}
              onClick={() => setStep('remove')}
            />
          </Stack>
        </Stack>
        {step === 'rename' && <Renaming name={name} onRename={onRename} onDone={rest} />}
        {step === 'remove' && <Removal name={name} onRemove={onRemove} onKeep={rest} />}
      </Stack>
    </li>
  );
}

function Facts({ passkey }: { passkey: Passkey }) {
  const company = useAppSelector(selectCompany);
  const { name, createdAt, lastUsedAt, isBackedUp, isBlocked } = passkey;
  const day = (at: typeof createdAt) => (company ? formatInstantDate(at, company) : '');
  return (
    <Stack gap={1}>
      <Stack direction="row" gap={2} align="center" wraps>
        <Text isStrong>{name}</Text>
        {isBackedUp && <Badge label={passkeyTexts.isBackedUp} />}
        {isBlocked && <Badge tone="danger" label={passkeyTexts.isBlocked} />}
      </Stack>
      {company && (
        <Text size="small" tone="muted">
          {lastUsedAt
            ? passkeyTexts.lastUsed(day(lastUsedAt))
            : passkeyTexts.createdOn(day(createdAt))}
        </Text>
      )}
      {isBlocked && (
        <Text size="small" tone="danger">
          {passkeyTexts.blockedText}
        </Text>
      )}
    </Stack>
  );
}

type RenamingProps = {
  name: string;
  onRename: PasskeyItemProps['onRename'];
  onDone: () => void;
};

function Renaming({ name, onRename, onDone }: RenamingProps) {
  const [typed, setTyped] = useState(name);
  const [isEmpty, setIsEmpty] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const text = typed.trim();
    setIsEmpty(text === '');
    if (text === '' || isSaving) return;
    setIsSaving(true);
    const isSaved = await onRename(text);
    setIsSaving(false);
    if (isSaved) onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap={3}>
        <Input
          label={passkeyTexts.name}
          error={isEmpty ? passkeyTexts.nameMissing : undefined}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Stack direction="row" gap={2} wraps>
          <Button type="submit" size="small" isLoading={isSaving}>
            {passkeyTexts.save}
          </Button>
          <Button variant="secondary" size="small" onClick={onDone}>
            {passkeyTexts.cancel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

type RemovalProps = { name: string; onRemove: PasskeyItemProps['onRemove']; onKeep: () => void };

function Removal({ name, onRemove, onKeep }: RemovalProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = async (): Promise<void> => {
    setIsRemoving(true);
    await onRemove();
    setIsRemoving(false);
  };
  return (
    <Stack gap={3}>
      <Text>{passkeyTexts.confirmText(name)}</Text>
      <Stack direction="row" gap={2} wraps>
        <Button variant="danger" size="small" isLoading={isRemoving} onClick={() => void remove()}>
          {passkeyTexts.remove}
        </Button>
        <Button variant="secondary" size="small" onClick={onKeep}>
          {passkeyTexts.cancel}
        </Button>
      </Stack>
    </Stack>
  );
}
