/** Switches auto-pay off automatically (R15) and sends the customer the reason. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { findAutoPay, updateAutoPay, updatePlanned } from '../../arrangements/auto-pay.ts';
import type { TextKey } from '../../customers/mail/en/keyed-texts.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';

export type AutoPayStop = { companyId: CompanyId; customerId: CustomerId; reason: TextKey };

/** Also cancels the planned charges and revokes the mandate. */
export async function stopAutoPay(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { reason, ...key }: AutoPayStop,
): Promise<void> {
  const setting = await findAutoPay(tx, key);
  if (!setting?.isAutoPayActive) return;
  const { companyId, customerId } = key;
  const { autoPayMandateId: mandateId } = setting;
  const at = clock.now();
  const off = { isAutoPayActive: false, autoPayMandateId: null, autoPaySinceOn: null };
  await updateAutoPay(tx, key, off);
  await updatePlanned(tx, key, { state: 'CANCELED' });
  if (mandateId) await revokeMandate(tx, { companyId, mandateId }, at);
  const data = { autoPay: 'stopped', event: reason };
  const notice = { template: 'auto-pay-changed', data, agreement: mandateId, at } as const;
  await notify(tx, { companyId, customerId, ...notice });
  await appendAudit(tx, {
    companyId,
    actor: 'system',
    action: 'auto_pay.off',
    subject: `customer:${customerId}`,
    detail: { reason },
    at,
  });
}
