// The processor's account: how it is set up, a test of its keys, and replacing them.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { sentenceOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { Section } from '../forms/section.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { recordTexts } from '../texts/records.ts';
import { processorTexts } from '../texts/settings.ts';
import { ReplaceKeys } from './replace-keys.tsx';

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
      {action.failure && <Notice tone="danger">{sentenceOf(action.failure)}</Notice>}
      {tested && (
        <Notice tone={RESULTS[tested.result].tone} title={RESULTS[tested.result].text}>
          {tested.detail}
        </Notice>
      )}
    </Stack>
  );
}
