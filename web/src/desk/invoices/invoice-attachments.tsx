// The files attached to an invoice: downloads, removal, and a field that adds one.

import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { ATTACHMENT_TYPES, ATTACHMENTS_MAX } from '@quittance/contract/invoices/attachment-schemas';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toActionSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { FileButton } from '../forms/file-button.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { attachmentsTexts as texts } from '../texts/attachments.ts';

type Attachments = AnswerOf<'listAttachments'>;
type Invoice = Pick<AnswerOf<'getInvoice'>, 'id' | 'voidedAt'>;

export function InvoiceAttachments({ invoice }: { invoice: Invoice }) {
  const attachments = useRead('listAttachments', { params: { invoiceId: invoice.id } });
  return (
    <Section title={texts.title} text={texts.text}>
      <ReadView read={attachments}>
        {({ data }) => <Files invoice={invoice} files={data} read={attachments} />}
      </ReadView>
    </Section>
  );
}

type FilesProps = { invoice: Invoice; files: Attachments['data']; read: Read<Attachments> };

function Files({ invoice, files, read }: FilesProps) {
  const canWrite = useCan()('write');
  const { id: invoiceId, voidedAt } = invoice;
  return (
    <Stack gap={4}>
      {files.length === 0 && <Text tone="muted">{texts.none}</Text>}
      {files.map(({ id: attachmentId, name }) => (
        <Stack key={attachmentId} direction="row" gap={3} wraps>
          <FileButton
            call="getAttachment"
            input={{ params: { invoiceId, attachmentId } }}
            name={name}
            label={name}
            size="small"
          />
          {canWrite && (
            <ConfirmAction
              call="deleteAttachment"
              input={{ params: { invoiceId, attachmentId } }}
              label={texts.remove(name)}
              title={texts.removeTitle}
              text={texts.removeText(name)}
              confirm={texts.confirm}
              done={texts.removed}
              onDone={read.replace}
            />
          )}
        </Stack>
      ))}
      {canWrite && voidedAt === null && (
        // Emptied after each upload.
        <AddFile key={files.length} invoice={invoice} files={files} onAdded={read.again} />
      )}
    </Stack>
  );
}

type AddProps = Pick<FilesProps, 'invoice' | 'files'> & { onAdded: () => void };

function AddFile({ invoice: { id: invoiceId }, files, onAdded }: AddProps) {
  const upload = useAction('addAttachment');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const add = async (file: File | null): Promise<void> => {
    setIsTooLarge(file !== null && file.size > UPLOAD_BYTES_MAX);
    if (!file || file.size > UPLOAD_BYTES_MAX) return;
    const body = new Uint8Array(await file.arrayBuffer());
    const result = await upload.run({ params: { invoiceId }, query: { name: file.name }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.added });
    onAdded();
  };
  if (files.length >= ATTACHMENTS_MAX) return <Text tone="muted">{texts.full}</Text>;
  const refusal = upload.failure ? toActionSentence(upload.failure) : undefined;
  return (
    <FileInput
      label={texts.add}
      hint={texts.hint}
      error={isTooLarge ? texts.tooLarge : refusal}
      accept={ATTACHMENT_TYPES.join(',')}
      onFile={(file) => void add(file)}
    />
  );
}
