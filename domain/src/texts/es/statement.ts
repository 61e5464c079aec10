import type { StatementKind } from '@quittance/contract/statements/statement';

export const statementKinds: Readonly<Record<StatementKind, string>> = {
  INVOICE: 'Factura',
  REBILLED: 'Monto de la factura modificado',
  REOPENED: 'Monto reembolsado que se debe de nuevo',
  PAYMENT: 'Pago',
  FEE: 'Comisión por procesamiento',
  WAIVER: 'Condonado',
  OVERPAYMENT: 'Pago en exceso',
  RETURN: 'Pago devuelto',
  FEE_RETURN: 'Comisión por procesamiento devuelta',
  WAIVER_WITHDRAWN: 'Condonación retirada',
  OVERPAYMENT_RETURN: 'Pago en exceso devuelto por el banco',
  REFUND: 'Reembolso, el monto ya no se debe',
  FEE_REFUND: 'Comisión por procesamiento reembolsada',
  OVERPAYMENT_REFUND: 'Pago en exceso reembolsado',
  REFUND_FAILED: 'Reembolso no realizado, se le sigue debiendo',
  REVIEW: 'Dinero devuelto dos veces, en revisión',
  DISPUTE_OPENED: 'Disputa abierta',
  DISPUTE_CLOSED: 'Disputa cerrada',
};
