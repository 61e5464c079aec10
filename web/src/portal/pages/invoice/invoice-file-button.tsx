// Downloads an invoice as a PDF or one of its attachments, for signed-in customers and public links.

import { useState } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { useAppDispatch } from '../../store/hooks.ts';
import { type InvoiceFile, openInvoiceFile } from '../../store/invoice-file.ts';

type InvoiceFileButtonProps = { file: InvoiceFile; label?: string };

export function InvoiceFileButton({ file, label }: InvoiceFileButtonProps) {
  const dispatch = useAppDispatch();
  const [isLoading, setIsLoading] = useState(false);
  const download = async (): Promise<void> => {
    if (isLoading) return;
    setIsLoading(true);
    await dispatch(openInvoiceFile(file));
    setIsLoading(false);
  };
  return (
    <Button
      variant="quiet"
      isFlush
      size="small"
      icon="download"
      isLoading={isLoading}
      onClick={() => void download()}
    >
      {label ?? invoiceTexts.download}
    </Button>
  );
}
