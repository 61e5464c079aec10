/** Draws a document in the child process, which loads the 13 MB library for it. */
import { drawInvoice, type InvoiceDocument } from '../invoices/pdf/draw-invoice.ts';
import type { DocumentKind, DrawOrder } from '../platform/pdf/draw-document.ts';
import { documentTexts } from '../texts/catalogs.ts';
import type { DocumentTexts } from '../texts/en/server-texts.ts';
import { drawHistory, type HistoryDocument } from './draw-history.ts';
import { drawReceipt, drawReceipts, type Receipt, type ReceiptsFile } from './draw-receipt.ts';
import { drawStatement, type StatementDocument } from './draw-statement.ts';

async function drawAll(file: ReceiptsFile & { texts: DocumentTexts }): Promise<Uint8Array> {
  const receipts = file.receipts.map((receipt) => ({ ...receipt, texts: file.texts }));
  const pieces: Uint8Array[] = [];
  for await (const piece of drawReceipts({ ...file, receipts })) pieces.push(piece);
  return Buffer.concat(pieces);
}

// The casts are safe because the parent sends the document that belongs to the kind.
const DRAWERS: Record<DocumentKind, (document: unknown) => Promise<Uint8Array>> = {
  invoice: (document) => drawInvoice(document as InvoiceDocument),
  receipt: (document) => drawReceipt(document as Receipt),
  receipts: (document) => drawAll(document as Parameters<typeof drawAll>[0]),
  statement: (document) => drawStatement(document as StatementDocument),
  history: (document) => drawHistory(document as HistoryDocument),
};

export const drawOrder = ({ kind, textsKey, document }: DrawOrder): Promise<Uint8Array> =>
  DRAWERS[kind]({ ...document, texts: documentTexts(textsKey) });
