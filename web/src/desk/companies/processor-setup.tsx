// The steps from an empty processor account to the first payment, each with what it needs.

import type { ProcessorState, SetupStep } from '@quittance/contract/companies/settings-schemas';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toActionSentence } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useMoments } from '../format.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { formTexts } from '../texts/forms.ts';
import { processorTexts } from '../texts/processors.ts';
import styles from './processor-setup.module.css';

const texts = processorTexts;

const LOOKS = {
  DONE: { tone: 'success', label: texts.states.DONE },
  OPEN: { tone: 'warning', label: texts.states.OPEN },
  PROBLEM: { tone: 'danger', label: texts.states.PROBLEM },
  OPTIONAL: { tone: 'neutral', label: texts.states.OPTIONAL },
} as const;

type ProcessorSetupProps = { state: ProcessorState; onChanged: () => void };

export function ProcessorSetup({ state, onChanged }: ProcessorSetupProps) {
  const { setup, isReady } = state;
  const again = (
    <Button variant="secondary" size="small" onClick={onChanged}>
      {texts.checkAgain}
    </Button>
  );
  return (
    <Section title={texts.setup} text={texts.setupText} action={again}>
      {isReady && <Notice tone="success">{texts.ready}</Notice>}
      <ol className={styles['steps']}>
        {setup.map(({ step, state: done, detail }) => (
          <li key={step} className={styles['step']}>
            <Stack gap={2}>
              <Stack direction="row" gap={3} justify="space-between" align="baseline" wraps>
                <strong>{texts.steps[step]}</strong>
                <Badge {...LOOKS[done]} />
              </Stack>
              <Text tone="muted">{texts.stepTexts[step]}</Text>
              {detail !== null && <Text tone="danger">{detail}</Text>}
              <StepContent step={step} state={state} onChanged={onChanged} />
            </Stack>
          </li>
        ))}
      </ol>
    </Section>
  );
}

type StepContentProps = ProcessorSetupProps & { step: SetupStep };

function StepContent({ step, state, onChanged }: StepContentProps): ReactNode {
  const { processor, hasKey, origins } = state;
  if (step === 'KEYS' && hasKey) return <TestKeys processor={processor} onTested={onChanged} />;
  if (step === 'PAGE_POLICY') return <Values section={texts.origins} values={origins} />;
  if (step === 'WEBHOOK') return <Webhook state={state} />;
  if (step === 'DOMAIN') return <Copied value={window.location.hostname} />;
  if (step === 'TEST_PAYMENT' && hasKey) return <TestPayment processor={processor} />;
  return null;
}

function Webhook({ state }: { state: ProcessorState }) {
  const { processor, webhookUrl, lastEventAt } = state;
  const { moment } = useMoments();
  const { webhookEvents } = PROCESSOR_DESCRIPTIONS[processor];
  return (
    <Stack gap={3}>
      {webhookUrl !== null && <Copied value={webhookUrl} />}
      {webhookEvents && <Values section={texts.events} values={webhookEvents} />}
      <Text>{lastEventAt === null ? texts.noEvent : texts.lastEvent(moment(lastEventAt))}</Text>
    </Stack>
  );
}

function Values({ section, values }: { section: string; values: readonly string[] }) {
  return (
    <Expandable section={section}>
      <ul className={styles['values']}>
        {values.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
      </ul>
    </Expandable>
  );
}

function Copied({ value }: { value: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ tone: 'success', text: formTexts.copied });
    } catch {
      showToast({ tone: 'error', text: formTexts.notCopied });
    }
  };
  return (
    <Stack direction="row" gap={3} align="center" wraps>
      <code className={styles['value']}>{value}</code>
      <Button variant="secondary" size="small" onClick={() => void copy()}>
        {formTexts.copy}
      </Button>
    </Stack>
  );
}

const RESULTS = {
  ACCEPTED: { tone: 'success', text: texts.accepted },
  REFUSED: { tone: 'danger', text: texts.refused },
  NO_ANSWER: { tone: 'warning', text: texts.noAnswer },
} as const;

type Processor = Pick<ProcessorState, 'processor'>;

function TestKeys({ processor, onTested }: Processor & { onTested: () => void }) {
  const action = useAction('testProcessor');
  const [tested, setTested] = useState<AnswerOf<'testProcessor'> | null>(null);
  const test = async (): Promise<void> => {
    setTested(null);
    const result = await action.run({ params: { processor } });
    if (!result.isOk) return;
    setTested(result.answer);
    onTested();
  };
  return (
    <Stack gap={3}>
      <div>
        <Button
          variant="secondary"
          size="small"
          isLoading={action.isRunning}
          onClick={() => void test()}
        >
          {texts.testKeys}
        </Button>
      </div>
      {action.failure && <Notice tone="danger">{toActionSentence(action.failure)}</Notice>}
      {tested && (
        <Notice tone={RESULTS[tested.result].tone} title={RESULTS[tested.result].text}>
          {tested.detail}
        </Notice>
      )}
    </Stack>
  );
}

/** A payment of one dollar, made like any other and refunded on its page. */
function TestPayment({ processor }: Processor) {
  const [url, setUrl] = useState<string | null>(null);
  return (
    <div>
      <ActionButton
        variant="secondary"
        size="small"
        call="createTestPayment"
        input={{ params: { processor } }}
        label={texts.testPayment}
        onDone={(created) => setUrl(created.url)}
      />
      {url !== null && (
        <OnceDialog
          title={texts.testPaymentTitle}
          text={texts.testPaymentText}
          value={url}
          onClose={() => setUrl(null)}
        />
      )}
    </div>
  );
}
