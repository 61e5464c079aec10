/** Draws a document in the child process, which loads the 13 MB library for it. */
import { drawInvoice, type InvoiceDocument } from '../invoices/pdf/draw-invoice.ts';
import type { DocumentKind, DrawOrder } from '../platform/pdf/draw-document.ts';
import { documentTexts } from '../texts/catalogs.ts';
import { drawHistory, type HistoryDocument } from './draw-history.ts';
import { drawReceipt, drawReceipts, type Receipt, type ReceiptsFile } from './draw-receipt.ts';
import { drawStatement, type StatementDocument } from './draw-statement.ts';

const DRAWERS: Record<DocumentKind, (document: unknown) => Promise<Uint8Array>> = {
  invoice: (document) => drawInvoice(document as InvoiceDocument), // because the parent sends the document of the kind
  receipt: (document) => drawReceipt(document as Receipt), // because the parent sends the document of the kind
  receipts: (document) => drawReceipts(document as ReceiptsFile), // because the parent sends the document of the kind
  statement: (document) => drawStatement(document as StatementDocument), // because the parent sends the document of the kind
  history: (document) => drawHistory(document as HistoryDocument), // because the parent sends the document of the kind
};

export const drawOrder = ({ kind, textsKey, document }: DrawOrder): Promise<Uint8Array> =>
  DRAWERS[kind]({ ...document, texts: documentTexts(textsKey) });
