import { recordedText } from '@quittance/domain/texts/es/recorded';
import { WORDS } from '@quittance/domain/texts/words';
import { createFacts } from '../facts.ts';
import { keyedTexts } from './keyed-texts.ts';

export const { toText, listFacts } = createFacts({
  labels: {
    receiptNumber: 'Recibo',
    invoiceRef: 'Factura',
    invoiceRefs: 'Facturas',
    productName: 'Por',
    amountCents: 'Monto',
    feeBeforeCents: 'Comisión por procesamiento anterior',
    feeCents: 'Comisión por procesamiento',
    totalBeforeCents: 'Total anterior',
    totalCents: 'Total',
    remainingCents: 'Saldo por pagar',
    date: 'Fecha',
    chargeOn: 'Fecha',
    dueOn: 'Vencimiento',
    nextTryOn: 'Próximo intento',
    endsOn: 'Fecha límite para elegir',
    method: 'Método de pago',
    reason: 'Motivo',
    reversal: 'Motivo',
  },
  dates: WORDS.es.dates,
  keyedTexts,
  reason: (recorded) => {
    const text = recordedText(recorded);
    return text === recorded ? null : text;
  },
  method: WORDS.es.recordedMethod,
});
