// Issues an invoice with lines. The typed values stay if the server refuses it.

import { addDays } from '@quittance/contract/dates';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { toActionSentence, toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useMoments } from '../format.ts';
import { draftFrom } from '../forms/plain-fields.ts';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { useKeptDraft } from '../forms/use-kept-draft.ts';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { failureTexts } from '../texts/failures.ts';
import { invoicesTexts, newInvoiceTexts } from '../texts/invoices.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { LineFields } from './line-fields.tsx';
import { type Draft, emptyLine, toBody, toErrors } from './new-invoice-draft.ts';
import { NewInvoiceFields } from './new-invoice-fields.tsx';

const DUE_AFTER_DAYS = 30;

function useFirstDraft(): () => Draft {
  const { today } = useMoments();
  return () => ({
    ...draftFrom(INVOICE_FIELDS, null),
    customer: null,
    dueDate: addDays(today(), DUE_AFTER_DAYS),
    openedDate: today(),
    lines: [emptyLine('1')],
  });
}

type End = 'send' | 'issue' | 'draft';

export function NewInvoicePage() {
  const paths = usePaths();
  return (
    <Page title={newInvoiceTexts.title} back={{ href: paths.invoices, label: invoicesTexts.title }}>
      <RoleGate scope="write">
        <NewInvoice />
      </RoleGate>
    </Page>
  );
}

function NewInvoice() {
  const texts = newInvoiceTexts;
  const [search] = useSearchParams();
  const { draft, setDraft, isChanged, forget } = useKeptDraft({
    name: 'invoice',
    first: useFirstDraft(),
    // The page may have been opened for a customer.
    typed: ({ customer: _, ...fields }) => fields,
  });
  const [isChecked, setIsChecked] = useState(false);
  const { finish, create, end, isFinished } = useFinish(forget);
  const own = toErrors(draft);
  const toError = (field: string): string | undefined =>
    (isChecked ? own[field] : undefined) ?? toFieldError(create.failure, field);
  const set = (part: Partial<Draft>): void => {
    create.clear();
    setDraft((before) => ({ ...before, ...part }));
  };
  const submit = (how: End): void => {
    setIsChecked(true);
    if (Object.keys(own).length === 0) void finish(draft, how);
  };
  const button = (how: End, label: string, variant: 'primary' | 'secondary' | 'quiet') => (
    <Button
      variant={variant}
      isLoading={create.isRunning && end === how}
      onClick={() => submit(how)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <UnsavedGuard isChanged={isChanged && !isFinished} onDiscard={forget} />
      <Stack gap={5}>
        <CustomerPicker
          customer={draft.customer}
          customerId={search.get('customerId')}
          error={toError('customerId')}
          onChoose={(customer) => set({ customer })}
        />
        <NewInvoiceFields form={{ draft, toError, set }} />
        <LineFields lines={draft.lines} toError={toError} onChange={(lines) => set({ lines })} />
        {isChecked && Object.keys(own).length > 0 && (
          <Notice tone="danger">{failureTexts.checkFields}</Notice>
        )}
        {create.failure && <Notice tone="danger">{toActionSentence(create.failure)}</Notice>}
        <Stack direction="row" gap={3} wraps>
          {button('send', texts.issueAndSend, 'primary')}
          {button('issue', texts.issue, 'secondary')}
          {button('draft', texts.draft, 'quiet')}
        </Stack>
      </Stack>
    </>
  );
}

/** Issues the invoice, sends it if requested, and shows it. A refused email does not undo the invoice. */
function useFinish(forget: () => void) {
  const paths = usePaths();
  const navigate = useNavigate();
  const create = useAction('createInvoice');
  const send = useAction('sendInvoice');
  const [end, setEnd] = useState<End>('send');
  const [issued, setIssued] = useState<string | null>(null);
  // After the guard has heard that nothing is unsaved any more.
  useEffect(() => {
    if (issued === null) return;
    forget();
    void navigate(paths.invoice(issued));
  }, [issued, forget, navigate, paths]);
  const finish = async (draft: Draft, how: End): Promise<void> => {
    setEnd(how);
    const created = await create.run({ body: toBody(draft, how === 'draft') });
    if (!created.isOk) return;
    const { id, accountRef } = created.answer;
    const texts = newInvoiceTexts;
    const sent = how === 'send' ? await send.run({ params: { invoiceId: id } }) : null;
    if (sent && !sent.isOk)
      showToast({
        tone: 'warning',
        text: texts.notSent(accountRef, toActionSentence(sent.failure)),
      });
    else {
      const done = { send: texts.createdAndSent, issue: texts.created, draft: texts.createdDraft };
      showToast({ tone: 'success', text: done[how](accountRef) });
    }
    setIssued(id);
  };
  return { finish, create, end, isFinished: issued !== null };
}
