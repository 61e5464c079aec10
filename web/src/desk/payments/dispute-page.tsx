// A dispute: what the bank reports, and the evidence against it.

import {
  EVIDENCE_FILE_KINDS,
  type EvidenceFileKind,
} from '@quittance/contract/payments/dispute-schemas';
import { PROCESSOR_DESCRIPTIONS, processorLabel } from '@quittance/contract/processors/registry';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toActionSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { formatMoney, useMoments } from '../format.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { toDisputeReason } from '../records/codes.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { disputesTexts as texts } from '../texts/disputes.ts';
import { DisputeBadge } from './disputes-page.tsx';

const { columns: headers } = texts;

type Dispute = AnswerOf<'getDispute'>;
type Props = { dispute: Dispute; onChanged: (dispute: Dispute) => void };

export function DisputePage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const dispute = useRead('getDispute', { params: { disputeId: id } });
  const { answer } = dispute;
  return (
    <Page
      title={answer ? texts.of(formatMoney(answer.amount)) : texts.one}
      mark={answer && <DisputeBadge state={answer.state} />}
      back={{ href: paths.disputes, label: texts.title }}
    >
      <ReadView read={dispute}>
        {(found) => <DisputeBody read={dispute} dispute={found} />}
      </ReadView>
    </Page>
  );
}

function DisputeBody({ read, dispute }: { read: Read<Dispute>; dispute: Dispute }) {
  const paths = usePaths();
  const { moment } = useMoments();
  const { customerId, customerName, paymentId, dueAt, closedAt } = dispute;
  const facts = [
    { label: headers.amount, value: <Money text={formatMoney(dispute.amount)} />, isStrong: true },
    { label: headers.reason, value: toDisputeReason(dispute.code) },
    { label: headers.created, value: moment(dispute.createdAt) },
    { label: headers.due, value: dueAt === null ? texts.none : moment(dueAt) },
    ...(closedAt === null ? [] : [{ label: headers.closed, value: moment(closedAt) }]),
    { label: headers.customer, value: <Link to={paths.customer(customerId)}>{customerName}</Link> },
    {
      label: headers.payment,
      value: <Link to={paths.payment(paymentId)}>{texts.showPayment}</Link>,
    },
    { label: processorLabel(dispute.processor), value: dispute.processorReference },
  ];
  return (
    <Split
      aside={
        <Section title={texts.facts}>
          <SummaryList rows={facts} />
        </Section>
      }
    >
      <Evidence dispute={dispute} onChanged={read.replace} />
    </Split>
  );
}

function Evidence(props: Props) {
  const { dispute } = props;
  const { moment } = useMoments();
  const canSubmit = useCan()('money');
  const { dueAt, acceptsEvidence, state } = dispute;
  const due = dueAt === null ? texts.evidenceTextUndated : texts.evidenceText(moment(dueAt));
  return (
    <Section title={texts.evidence} {...(acceptsEvidence && { text: due })}>
      <EvidenceState dispute={dispute} />
      {!acceptsEvidence &&
        dispute.evidence === null &&
        (state === 'OPEN' ? (
          <Notice tone="info">{whyNot(dispute)}</Notice>
        ) : (
          <Text tone="muted">{texts.noEvidence}</Text>
        ))}
      {acceptsEvidence && !canSubmit && <Notice tone="info">{texts.ownersOnly}</Notice>}
      {acceptsEvidence && canSubmit && <EvidenceForm {...props} />}
    </Section>
  );
}

function whyNot({ processor }: Dispute): string {
  const known: Readonly<Record<string, { takesEvidence: boolean }>> = PROCESSOR_DESCRIPTIONS;
  return known[processor]?.takesEvidence
    ? texts.tooLate
    : texts.elsewhere(processorLabel(processor));
}

function EvidenceState({ dispute: { evidence } }: { dispute: Dispute }) {
  if (!evidence) return null;
  const { state, failureReason } = evidence;
  const tone = state === 'FAILED' ? 'danger' : state === 'SUBMITTED' ? 'success' : 'info';
  return (
    <Notice tone={tone}>
      {texts.evidenceStates[state]}
      {state === 'FAILED' && failureReason !== null && ` ${texts.failure(failureReason)}`}
    </Notice>
  );
}

const OPTIONAL = ['product', 'serviceDate', 'refundRefusal'] as const;

function EvidenceForm({ dispute, onChanged }: Props) {
  const [draft, setDraft] = useState({
    explanation: '',
    product: '',
    serviceDate: '',
    refundRefusal: '',
  });
  const [isChecked, setIsChecked] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction('submitEvidence');
  const explanation = draft.explanation.trim();
  const ask = (): void => {
    setIsChecked(true);
    setIsAsking(explanation !== '');
  };
  const submit = async (): Promise<void> => {
    const more = OPTIONAL.flatMap((name) => {
      const text = draft[name].trim();
      return text === '' ? [] : [[name, text]];
    });
    const body = { explanation, ...Object.fromEntries(more) };
    const result = await action.run({ params: { disputeId: dispute.id }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.submitted });
    setIsAsking(false);
    onChanged(result.answer);
  };
  return (
    <Stack gap={4}>
      <TextArea
        label={texts.explanation}
        hint={texts.explanationHint}
        error={isChecked && explanation === '' ? texts.explanationMissing : undefined}
        value={draft.explanation}
        onChange={({ currentTarget }) => setDraft({ ...draft, explanation: currentTarget.value })}
      />
      {OPTIONAL.map((name) => (
        <Input
          key={name}
          label={texts[name]}
          isOptional
          value={draft[name]}
          onChange={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
        />
      ))}
      <EvidenceFiles dispute={dispute} onChanged={onChanged} />
      <div>
        <Button onClick={ask}>{texts.submit}</Button>
      </div>
      {isAsking && (
        <ActionDialog
          title={texts.submitTitle}
          text={texts.submitText}
          submitLabel={texts.submit}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void submit()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Stack>
  );
}

function EvidenceFiles({ dispute, onChanged }: Props) {
  const { id: disputeId, files } = dispute;
  const [kind, setKind] = useState<EvidenceFileKind>('RECEIPT');
  const upload = useAction('putEvidenceFile');
  const kinds = EVIDENCE_FILE_KINDS.map((value) => ({ value, label: texts.fileKinds[value] }));
  const add = async (file: File | null): Promise<void> => {
    if (!file) return;
    const body = new Uint8Array(await file.arrayBuffer());
    const params = { disputeId, fileKind: kind };
    const result = await upload.run({ params, query: { name: file.name }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.added });
    onChanged(result.answer);
  };
  return (
    <Stack gap={3}>
      {files.length > 0 && (
        <ul aria-label={texts.files}>
          {files.map((file) => (
            <li key={file.kind}>
              {texts.file(texts.fileKinds[file.kind], file.name)}{' '}
              <ActionButton
                variant="quiet"
                size="small"
                call="deleteEvidenceFile"
                input={{ params: { disputeId, fileKind: file.kind } }}
                label={texts.removeFile}
                done={texts.removed}
                onDone={onChanged}
              />
            </li>
          ))}
        </ul>
      )}
      <Select label={texts.fileKind} options={kinds} value={kind} onValueChange={setKind} />
      <FileInput
        // Emptied after each upload.
        key={files.length}
        label={texts.addFile}
        hint={texts.filesHint}
        error={upload.failure ? toActionSentence(upload.failure) : undefined}
        accept="application/pdf,image/jpeg,image/png"
        onFile={(file) => void add(file)}
      />
    </Stack>
  );
}
