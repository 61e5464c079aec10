import type { HistoryContent } from '@quittance/contract/statements/history';

type Of<Kind extends HistoryContent['kind']> = Extract<HistoryContent, { kind: Kind }>;

const PURPOSES: Readonly<Record<string, string>> = {
  FULL_AMOUNT: 'un pago',
  OWN_AMOUNT: 'un pago parcial',
  INVOICES: 'un pago de varias facturas',
  PARTIAL: 'un pago parcial',
  ESTIMATE: 'el pago de un presupuesto',
  EXTENSION: 'un pago programado',
  PLAN: 'un plan de pagos',
  CHANGE_PLAN: 'un cambio en su plan de pagos',
  CHANGE_PM: 'un nuevo método de pago',
  ADD_PM: 'guardar un método de pago',
  AUTO_PAY: 'el pago automático',
};
const toPurpose = (purpose: string) => PURPOSES[purpose] ?? 'un pago';

const PAYMENTS: Readonly<Record<Of<'PAYMENT'>['state'], string>> = {
  SUBMITTED: 'Débito bancario enviado',
  SUCCEEDED: 'Pago realizado',
  FAILED: 'Pago no realizado',
  RETURNED: 'Pago devuelto por el banco',
};

const DISPUTES: Readonly<Record<Of<'DISPUTE'>['state'], string>> = {
  OPEN: 'Disputa abierta',
  WON: 'Disputa cerrada, el pago se mantiene',
  LOST: 'Disputa cerrada, el dinero se devolvió',
};

const CHANGES: Readonly<Record<string, string>> = {
  'payment.scheduled': 'Pago programado',
  'payment.unscheduled': 'Pago programado cancelado',
  'schedule.moved_by_company': 'Cambio de fecha del pago programado',
  'plan.canceled': 'Plan de pagos cancelado',
  'arrangement.ended': 'Plan o pago programado terminado',
  'schedule.moved': 'Cambio de fecha del pago programado',
  'schedule.skipped': 'Pago programado omitido',
  'plan.move': 'Cambio de fecha de un pago del plan',
  'plan.skip': 'Pago del plan omitido',
  'plan.day': 'Cambio del día de pago del plan',
  'plan.shorten': 'Plan acortado',
  'plan.pause_requested': 'Pausa del plan solicitada',
  'plan.pause_granted': 'Pausa del plan concedida',
  'plan.pause_refused': 'Pausa del plan rechazada',
  'plan.pause_withdrawn': 'Solicitud de pausa retirada',
  'auto_pay.moved': 'Cambio de fecha de un cobro automático',
  'auto_pay.skipped': 'Cobro automático omitido',
  'auto_pay.excluded': 'Factura excluida del pago automático',
  'auto_pay.included': 'Factura incluida de nuevo en el pago automático',
  'inquiry.question_asked': 'Pregunta sobre una factura',
  'inquiry.dispute_opened': 'Factura disputada',
  'inquiry.answered': 'Pregunta o disputa respondida',
  'method.added': 'Método de pago guardado',
  'method.changed': 'Método de pago cambiado',
  'method.removed': 'Método de pago eliminado',
  'auto_pay.on': 'Pago automático activado',
  'auto_pay.off': 'Pago automático desactivado',
};

const BY: Readonly<Record<Of<'CHANGE'>['by'], string>> = {
  PAYER: 'por usted',
  COMPANY: 'por la empresa',
  SYSTEM: 'automáticamente',
};

export function historyTitle(content: HistoryContent): string {
  switch (content.kind) {
    case 'CONSENT':
      return `Usted aceptó ${toPurpose(content.purpose)}`;
    case 'CONSENT_ENDED':
      return `Terminó su autorización para ${toPurpose(content.purpose)}`;
    case 'PAYMENT':
      return content.isWaiver ? 'Descuento acordado' : PAYMENTS[content.state];
    case 'REFUND':
      return 'Reembolso';
    case 'REFUND_FAILED':
      return 'Reembolso no realizado';
    case 'DISPUTE':
      return DISPUTES[content.state];
    case 'CHANGE':
      return `${CHANGES[content.action] ?? content.action}, ${BY[content.by]}`;
  }
}
