// The processor's account: its setup, a test of its keys, and their replacement.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toSentence } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { Section } from '../forms/section.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { recordTexts } from '../texts/records.ts';
import { processorTexts } from '../texts/settings.ts';

type State = AnswerOf<'getProcessor'>;

export function ProcessorsPage() {
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="processors" text={processorTexts.text}>
      <ReadView read={company}>{({ processor }) => <Processor processor={processor} />}</ReadView>
    </SettingsFrame>
  );
}

function Processor({ processor }: Pick<State, 'processor'>) {
  const state = useRead('getProcessor', { params: { processor } });
  return (
    <ReadView read={state}>
      {(found) => (
        <Stack gap={5}>
          <ProcessorState state={found} />
          <TestKeys processor={processor} />
          <ReplaceKeys state={found} onReplaced={state.replace} />
        </Stack>
      )}
    </ReadView>
  );
}

function ProcessorState({ state }: { state: State }) {
  const texts = processorTexts;
  const { processor, isLive, processorData, hasWebhookSecret, isPaused } = state;
  return (
    <Section title={texts.state}>
      {isPaused && <Notice tone="warning">{texts.paused}</Notice>}
      <SummaryList
        rows={[
          { label: texts.name, value: recordTexts.processors[processor] },
          {
            label: texts.mode,
            value: isLive ? (
              <Badge tone="success" label={texts.live} />
            ) : (
              <Badge label={texts.test} />
            ),
          },
          { label: texts.publicKey, value: processorData.publicKey ?? texts.none },
          { label: texts.merchantId, value: processorData.merchantId ?? texts.none },
          {
            label: texts.webhookSecret,
            value: hasWebhookSecret ? (
              texts.isSet
            ) : (
              <Badge tone="warning" label={texts.isMissing} />
            ),
          },
        ]}
      />
    </Section>
  );
}

const RESULTS = {
  ACCEPTED: { tone: 'success', text: processorTexts.accepted },
  REFUSED: { tone: 'danger', text: processorTexts.refused },
  NO_ANSWER: { tone: 'warning', text: processorTexts.noAnswer },
} as const;

function TestKeys({ processor }: Pick<State, 'processor'>) {
  const action = useAction('testProcessor');
  const [tested, setTested] = useState<AnswerOf<'testProcessor'> | null>(null);
  const test = async (): Promise<void> => {
    setTested(null);
    const result = await action.run({ params: { processor } });
    if (result.isOk) setTested(result.answer);
  };
  return (
    <Stack gap={3}>
      <div>
        <Button variant="secondary" isLoading={action.isRunning} onClick={() => void test()}>
          {processorTexts.testKeys}
        </Button>
      </div>
      {action.failure && <Notice tone="danger">{toSentence(action.failure)}</Notice>}
      {tested && (
        <Notice tone={RESULTS[tested.result].tone} title={RESULTS[tested.result].text}>
          {tested.detail}
        </Notice>
      )}
    </Stack>
  );
}

type ReplaceKeysProps = { state: State; onReplaced: (state: State) => void };

/** Replaces the keys of the processor with others of the same account. */
function ReplaceKeys(props: ReplaceKeysProps) {
  return (
    <div>
      <OpenButton
        variant="secondary"
        label={processorTexts.replace}
        dialog={(onClose) => <ReplaceDialog {...props} onClose={onClose} />}
      />
    </div>
  );
}

function ReplaceDialog({ state, onReplaced, onClose }: ReplaceKeysProps & { onClose: () => void }) {
  const texts = processorTexts;
  const { processor, processorData } = state;
  const [publicKey, setPublicKey] = useState(processorData.publicKey ?? '');
  const [processorKey, setProcessorKey] = useState('');
  const [webhookSecret, setWebhookSecret] = useState('');
  const key = processorKey.trim();
  const secret = webhookSecret.trim();
  const body = {
    processorKey: key,
    processorData: { ...processorData, publicKey: publicKey.trim() || null },
    ...(secret === '' ? {} : { webhookSecret: secret }),
  };
  const form = useActionForm('putProcessorKeys', {
    input: key === '' ? null : { params: { processor }, body },
    done: texts.replaced,
    onDone: (replaced) => {
      onReplaced(replaced);
      onClose();
    },
  });
  return (
    <ActionDialog
      title={texts.replace}
      text={texts.replaceText}
      submitLabel={texts.confirm}
      {...form.dialog}
      size="medium"
      onClose={onClose}
    >
      <Input
        label={texts.secretKey}
        type="password"
        autoComplete="off"
        error={form.errorFor('processorKey', key === '' && texts.secretMissing)}
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
