// The processor account: its state, the steps of its setup, and its settings.

import type { ProcessorState } from '@quittance/contract/companies/settings-schemas';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { processorTexts } from '../texts/processors.ts';
import { ProcessorForm } from './processor-form.tsx';
import { ProcessorSetup } from './processor-setup.tsx';

export function ProcessorsPage() {
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="processors" text={processorTexts.text}>
      <ReadView read={company}>{({ processor }) => <Processor processor={processor} />}</ReadView>
    </SettingsFrame>
  );
}

function Processor({ processor }: Pick<ProcessorState, 'processor'>) {
  const state = useRead('getProcessor', { params: { processor } });
  return (
    <ReadView read={state}>
      {(found) => (
        <Stack gap={5}>
          <Account state={found} />
          <ProcessorSetup state={found} onChanged={state.again} />
          <ProcessorForm state={found} onSaved={state.replace} />
        </Stack>
      )}
    </ReadView>
  );
}

function Account({ state }: { state: ProcessorState }) {
  const texts = processorTexts;
  const { moment } = useMoments();
  const { processor, isLive, hasKey, isPaused, problem, problemSince } = state;
  const mode = isLive ? (
    <Badge tone="success" label={texts.live} />
  ) : (
    <Badge tone="warning" label={texts.test} />
  );
  return (
    <Section title={texts.state}>
      {problem !== null && problemSince !== null && (
        <Notice tone="danger" title={texts.problems[problem]}>
          {texts.since(moment(problemSince))}
        </Notice>
      )}
      {isPaused && <Notice tone="warning">{texts.paused}</Notice>}
      {hasKey && !isLive && <Notice tone="warning">{texts.testText}</Notice>}
      <SummaryList
        rows={[
          { label: texts.name, value: PROCESSOR_DESCRIPTIONS[processor].displayName },
          { label: texts.mode, value: hasKey ? mode : texts.none },
        ]}
      />
    </Section>
  );
}
