// Replaces the keys of the processor with others of the same account.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { processorTexts } from '../texts/settings.ts';

type State = AnswerOf<'getProcessor'>;
type ReplaceKeysProps = { state: State; onReplaced: (state: State) => void };

export function ReplaceKeys(props: ReplaceKeysProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {processorTexts.replace}
      </Button>
      {isOpen && <ReplaceDialog {...props} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function ReplaceDialog({ state, onReplaced, onClose }: ReplaceKeysProps & { onClose: () => void }) {
  const texts = processorTexts;
  const action = useAction('putProcessorKeys');
  const { processor, processorData } = state;
  const [publicKey, setPublicKey] = useState(processorData.publicKey ?? '');
  const [processorKey, setProcessorKey] = useState('');
  const [webhookSecret, setWebhookSecret] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const replace = async (): Promise<void> => {
    setIsChecked(true);
    if (processorKey.trim() === '') return;
    const body = {
      processorKey: processorKey.trim(),
      processorData: { ...processorData, publicKey: publicKey.trim() || null },
      ...(webhookSecret.trim() === '' ? {} : { webhookSecret: webhookSecret.trim() }),
    };
    const result = await action.run({ params: { processor }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.replaced });
    onReplaced(result.answer);
    onClose();
  };
  return (
    <ActionDialog
      title={texts.replace}
      text={texts.replaceText}
      submitLabel={texts.confirm}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void replace()}
      onClose={onClose}
    >
      <Input
        label={texts.secretKey}
        type="password"
        autoComplete="off"
        error={isChecked && processorKey.trim() === '' ? texts.secretMissing : undefined}
        value={processorKey}
        onChange={({ currentTarget }) => setProcessorKey(currentTarget.value)}
      />
      <Input
        label={texts.newPublicKey}
        hint={texts.newPublicKeyHint}
        autoComplete="off"
        value={publicKey}
        onChange={({ currentTarget }) => setPublicKey(currentTarget.value)}
      />
      <Input
        label={texts.newWebhookSecret}
        hint={texts.newWebhookSecretHint}
        type="password"
        autoComplete="off"
        value={webhookSecret}
        onChange={({ currentTarget }) => setWebhookSecret(currentTarget.value)}
      />
    </ActionDialog>
  );
}
