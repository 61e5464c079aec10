import type { StatementKind } from '@quittance/contract/statements/statement';

export const statementKinds: Readonly<Record<StatementKind, string>> = {
  INVOICE: 'Invoice',
  REBILLED: 'Invoice amount changed',
  REOPENED: 'Refunded amount owed again',
  PAYMENT: 'Payment',
  FEE: 'Processing fee',
  WAIVER: 'Waived',
  OVERPAYMENT: 'Overpayment',
  RETURN: 'Payment returned',
  FEE_RETURN: 'Processing fee returned',
  WAIVER_WITHDRAWN: 'Waiver withdrawn',
  OVERPAYMENT_RETURN: 'Overpayment returned',
  REFUND: 'Refund, amount not owed again',
  FEE_REFUND: 'Processing fee refunded',
  OVERPAYMENT_REFUND: 'Overpayment refunded',
  REFUND_FAILED: 'Refund failed, still owed to you',
  REVIEW: 'Money returned twice, under review',
  DISPUTE_OPENED: 'Dispute opened',
  DISPUTE_CLOSED: 'Dispute closed',
};
