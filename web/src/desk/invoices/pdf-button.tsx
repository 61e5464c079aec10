// The invoice as its payer can download it.

import { FileButton } from '../forms/file-button.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

export function PdfButton({ invoice }: { invoice: { id: string; accountRef: string } }) {
  return (
    <FileButton
      call="getInvoicePdf"
      input={{ params: { invoiceId: invoice.id } }}
      name={invoiceTexts.pdfName(invoice.accountRef)}
      label={invoiceTexts.pdf}
    />
  );
}
