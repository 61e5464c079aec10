// Adds a passkey under a name. Another one than the first needs the second factor.

import { useState } from 'react';
import { canUsePasskeys } from '../../shared/lib/passkey.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useSigned } from '../api/session-context.ts';
import { useAddPasskey, useProvePasskey } from '../session/passkey-ceremonies.ts';
import { accountTexts } from '../texts/access.ts';
import { secondFactorTexts } from '../texts/session.ts';

type AddPasskeyProps = { onAdded: () => void; onClose: () => void };

export function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const texts = accountTexts;
  const { session, refresh } = useSigned();
  const add = useAddPasskey();
  const prove = useProvePasskey();
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setIsChecked(true);
    if (name.trim() === '') return;
    setIsBusy(true);
    setError(null);
    // Without a proof in this session, the server asks for one that the member already has.
    const isProofNeeded = session.passkeyCount > 0 && session.secondFactorUntil === null;
    const proof = isProofNeeded ? await prove() : null;
    const outcome = proof?.kind === 'refused' ? proof : await add(name.trim());
    setIsBusy(false);
    if (outcome.kind === 'refused') return setError(outcome.text);
    showToast({ tone: 'success', text: texts.added });
    refresh();
    onClose();
    onAdded();
  };
  return (
    <Dialog isOpen size="small" title={texts.addTitle} isBlocked={isBusy} onClose={onClose}>
      <Stack gap={5}>
        <Text tone="muted">{texts.addText}</Text>
        {!canUsePasskeys() && <Notice tone="warning">{secondFactorTexts.notSupported}</Notice>}
        <Input
          label={texts.passkeyName}
          hint={texts.passkeyNameHint}
          maxLength={60}
          error={isChecked && name.trim() === '' ? texts.passkeyNameMissing : undefined}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {error && <Notice tone="danger">{error}</Notice>}
        <Stack direction="row" gap={3}>
          <Button isLoading={isBusy} onClick={() => void run()}>
            {texts.add}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {secondFactorTexts.cancel}
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}
