import { WORDS } from '@quittance/domain/texts/words';
import { createFacts } from '../facts.ts';
import { inSpanish } from './phrases.ts';

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
    installment: 'Pago del plan',
    date: 'Fecha',
    chargeOn: 'Fecha',
    dueOn: 'Vencimiento',
    nextTryOn: 'Próximo intento',
    endsOn: 'Fecha límite para elegir',
    method: 'Método de pago',
    reason: 'Motivo',
  },
  dates: WORDS.es.dates,
  phrase: inSpanish,
  method: WORDS.es.recordedMethod,
});
