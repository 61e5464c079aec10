import { RECOVERY_FRAGMENT } from '@quittance/contract/pages';
import type { MailContent, Sender } from '../../platform/mail/mail-content.ts';
import type { MailData } from './mail-payload.ts';

type Action = NonNullable<MailContent['action']>;

/** 'Harbor Dental (billing@harbor.example or (207) 555-0142)' */
export function withContact({ companyName, companyContact }: Sender): string {
  return companyContact === null ? companyName : `${companyName} (${companyContact})`;
}

export function toInvoice(data: MailData, { portalUrl }: Sender, label: string): Action {
  const reference = data['invoiceRef'];
  const path = reference ? `/${encodeURIComponent(reference)}` : '';
  return { label, url: `${portalUrl}/invoices${path}` };
}

type RecoveryTexts = {
  /** Button labels: `bank` if the payer must confirm with the bank, `method` if another method is needed. */
  bank: string;
  method: string;
  keepPrivate: string;
  bankAsks: string;
};

type Recovery = { action: Action; notes?: readonly string[] };

export function createRecovery({ bank, method, keepPrivate, bankAsks }: RecoveryTexts) {
  const isBank = (data: MailData) => data['recovery'] === 'bank';
  return {
    /**
     * Links directly to the bank's confirmation or to another method (ADR 0093). Without a recovery link, links to
     * the invoice.
     */
    toRecovery(data: MailData, sender: Sender, label: string): Recovery {
      const token = data['token'];
      if (!token) return { action: toInvoice(data, sender, label) };
      const url = `${sender.portalUrl}/pay/${token}${RECOVERY_FRAGMENT}`;
      return {
        action: { label: isBank(data) ? bank : method, url },
        notes: [keepPrivate],
      };
    },
    bankAsks: (data: MailData): string[] => (isBank(data) ? [bankAsks] : []),
  };
}
