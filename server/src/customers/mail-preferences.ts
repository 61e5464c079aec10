/** Email preferences of a customer (R64), read and changed in the profile or through the link in an email. */

import type { MailPreference } from '@quittance/contract/customers/mail-preference-routes';
import { OPTIONAL_MAILS, type OptionalMail } from '@quittance/contract/vocabulary';
import { findCompany } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { findCopyContact, muteCopy } from './copy-contacts.ts';
import { asCustomer, readAsCustomer } from './customer-scope.ts';
import {
  isMailMuted,
  listMutedMails,
  type MutedMail,
  muteMail,
  toTurnedOff,
  unmuteMail,
} from './muted-mails.ts';
import { findCustomer, updateCustomer } from './store.ts';
import { type MailSwitch, readUnsubscribeToken } from './unsubscribe-token.ts';

async function shown(tx: Tx, { companyId, customerId }: CustomerKey): Promise<MailPreference[]> {
  const turnedOff = toTurnedOff(await listMutedMails(tx, { companyId, customerIds: [customerId] }));
  return OPTIONAL_MAILS.map((kind) => ({ kind, isOn: !turnedOff.includes(kind) }));
}

type Setting = CustomerKey & { kind: OptionalMail; isOn: boolean; by: 'profile' | 'mail' };

async function set(tx: Tx, { clock }: Pick<Deps, 'clock'>, setting: Setting): Promise<void> {
  const { companyId, customerId, kind, isOn, by } = setting;
  const at = clock.now();
  const mail = { companyId, customerId, kind };
  const isChanged = isOn ? await unmuteMail(tx, mail) : await muteMail(tx, mail, at);
  if (!isChanged) return;
  await updateCustomer(tx, { companyId, customerId }, { updatedAt: at });
  const action = isOn ? 'mail.turned_on' : 'mail.turned_off';
  const actor = `customer:${customerId}`;
  await appendAudit(tx, { companyId, actor, action, subject: actor, detail: { kind, by }, at });
}

const toMutedMail = ({ companyId, customerId, kind }: MutedMail): MutedMail => ({
  companyId,
  customerId,
  kind,
});

type CopySwitch = Exclude<MailSwitch, { contactId: null }>;

async function setCopy(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { mail, isOn }: { mail: CopySwitch; isOn: boolean },
): Promise<void> {
  const { companyId, customerId, kind, contactId } = mail;
  if (!(await muteCopy(tx, mail, { kind, isOn }))) return;
  const at = clock.now();
  await updateCustomer(tx, { companyId, customerId }, { updatedAt: at });
  await appendAudit(tx, {
    companyId,
    actor: `contact:${contactId}`,
    action: isOn ? 'mail.turned_on' : 'mail.turned_off',
    subject: `customer:${customerId}`,
    detail: { kind, by: 'mail', isCopy: true },
    at,
  });
}

export function readMailPreferences(
  deps: Deps,
  principal: CustomerPrincipal,
): Promise<MailPreference[]> {
  return readAsCustomer(deps, principal, (tx) => shown(tx, principal));
}

export function setMailPreference(
  deps: Deps,
  principal: CustomerPrincipal,
  preference: MailPreference,
): Promise<MailPreference[]> {
  const { companyId, customerId } = principal;
  return asCustomer(deps, principal, async (tx) => {
    await set(tx, deps, { companyId, customerId, ...preference, by: 'profile' });
    return shown(tx, principal);
  });
}

/** Null if the contact no longer exists. */
async function isMailOn(tx: Tx, mail: MailSwitch): Promise<boolean | null> {
  if (mail.contactId === null) return !(await isMailMuted(tx, toMutedMail(mail)));
  const contact = await findCopyContact(tx, mail);
  return contact && !contact.muted.includes(mail.kind);
}

export async function readUnsubscribe(deps: Deps, token: string) {
  const mail = readUnsubscribeToken(deps, token);
  if (!mail) return null;
  const { companyId, customerId } = mail;
  return deps.database.readForCompany({ companyId, customerId }, async (tx) => {
    const [company, customer, isOn] = await Promise.all([
      findCompany(tx, companyId),
      findCustomer(tx, mail),
      isMailOn(tx, mail),
    ]);
    if (!company || !customer || customer.erasedAt || isOn === null) return null;
    return { mail, isOn, company, language: customer.language };
  });
}

export async function setByToken(
  deps: Deps,
  { token, isOn }: { token: string; isOn: boolean },
): Promise<boolean> {
  const mail = readUnsubscribeToken(deps, token);
  const known = mail && (await readUnsubscribe(deps, token));
  if (!mail || !known) return false;
  const { companyId, customerId } = mail;
  await deps.database.inCompany({ companyId, customerId }, (tx) =>
    mail.contactId === null
      ? set(tx, deps, { ...toMutedMail(mail), isOn, by: 'mail' })
      : setCopy(tx, deps, { mail, isOn }),
  );
  return true;
}
