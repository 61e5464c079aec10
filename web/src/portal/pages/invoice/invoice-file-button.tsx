// Downloads an invoice as a PDF or one of its attachments, for signed-in customers and public links.

import { useState } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { failureTexts } from '#texts/site/failures';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { useAppDispatch } from '../../store/hooks.ts';
import type { InvoiceFile } from '../../store/invoice-file.ts';
import { loadFullStore } from '../../store/load-full-store.ts';
import { toastShown } from '../../store/toasts.ts';

type InvoiceFileButtonProps = { file: InvoiceFile; label?: string };

export function InvoiceFileButton({ file, label }: InvoiceFileButtonProps) {
  const dispatch = useAppDispatch();
  const [isLoading, setIsLoading] = useState(false);
  const download = async (): Promise<void> => {
    if (isLoading) return;
    setIsLoading(true);
    try {
      const [{ openInvoiceFile }] = await Promise.all([
        import('../../store/invoice-file.ts'),
        dispatch(loadFullStore()),
      ]);
      await dispatch(openInvoiceFile(file));
    } catch {
      dispatch(toastShown({ tone: 'error', text: failureTexts.connectionLost }));
    } finally {
      setIsLoading(false);
    }
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
