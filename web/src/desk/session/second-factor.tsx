// Asks for the passkey when an action needs it (R74). A member without one adds it here, and the action goes on.

import { type ReactNode, useCallback, useRef, useState } from 'react';
import { canUsePasskeys } from '../../shared/lib/passkey.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { SecondFactorContext } from '../api/second-factor-context.ts';
import { useSigned } from '../api/session-context.ts';
import { secondFactorTexts } from '../texts/session.ts';
import { useAddPasskey, useProvePasskey } from './passkey-ceremonies.ts';

export function SecondFactorProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<((isProved: boolean) => void) | null>(null);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        answer.current?.(false);
        answer.current = resolve;
        setIsOpen(true);
      }),
    [],
  );
  const close = (isProved: boolean): void => {
    setIsOpen(false);
    answer.current?.(isProved);
    answer.current = null;
  };
  return (
    <SecondFactorContext value={ask}>
      {children}
      {isOpen && <SecondFactorDialog onClose={close} />}
    </SecondFactorContext>
  );
}

function SecondFactorDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const { session, refresh } = useSigned();
  const [hasPasskey, setHasPasskey] = useState(session.passkeyCount > 0);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const prove = useProvePasskey();
  const add = useAddPasskey();
  const texts = secondFactorTexts;
  const isPossible = canUsePasskeys();
  const go = async (): Promise<void> => {
    setIsBusy(true);
    setError(null);
    const outcome = hasPasskey ? await prove() : await add(texts.firstName);
    setIsBusy(false);
    if (outcome.kind === 'refused') setError(outcome.text);
    else if (outcome.kind === 'missing') setHasPasskey(false);
    else {
      refresh();
      onClose(true);
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      title={hasPasskey ? texts.title : texts.firstTitle}
      isBlocked={isBusy}
      onClose={() => onClose(false)}
    >
      <Stack gap={5}>
        <Text>{hasPasskey ? texts.text : texts.firstText}</Text>
        {!isPossible && <Notice tone="warning">{texts.notSupported}</Notice>}
        {error && <Notice tone="danger">{error}</Notice>}
        <Stack direction="row" gap={3} wraps>
          {isPossible && (
            <Button isLoading={isBusy} onClick={() => void go()}>
              {hasPasskey ? texts.confirm : texts.add}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onClose(false)}>
            {texts.cancel}
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}
