// The invoice as its payer can download it.

import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/feedback/show-toast.tsx';
import { useClient } from '../api/client-context.ts';
import { sentenceOf } from '../api/failure.ts';
import { download } from '../forms/download.ts';
import { invoiceTexts } from '../texts/invoices.ts';

export function PdfButton({ invoice }: { invoice: { id: string; accountRef: string } }) {
  const client = useClient();
  const [isReading, setIsReading] = useState(false);
  const open = async (): Promise<void> => {
    setIsReading(true);
    const result = await client.file('getInvoicePdf', { params: { invoiceId: invoice.id } });
    setIsReading(false);
    if (result.isOk) download(result.answer, invoiceTexts.pdfName(invoice.accountRef));
    else showToast({ tone: 'error', text: sentenceOf(result.failure) });
  };
  return (
    <Button variant="secondary" icon="download" isLoading={isReading} onClick={() => void open()}>
      {invoiceTexts.pdf}
    </Button>
  );
}
