/** A customer with contacts, saved methods, auto-pay, contracts, projects and invoices. */
import { isoDate } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import {
  type ContractId,
  contactIdSchema,
  contractIdSchema,
  customerIdSchema,
  type InvoiceId,
  methodIdSchema,
  type ProjectId,
} from '@quittance/contract/ids';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import { sealContext } from '@quittance/server/storage/seal';
import { type DemoContract, type DemoCustomer, type DemoMethod, usd } from './demo-data.ts';
import type { MethodInsert } from './demo-rows.ts';
import { dayOf, type Folder, named, type Pen, timeOn } from './seed-context.ts';
import { writeInvoice } from './write-invoice.ts';
import { writeMandate } from './write-mandate.ts';
import { writeProject } from './write-project.ts';

/** Before the oldest invoice. */
const JOINED_DAYS_AGO = 760;
const METHOD_SAVED_DAYS_AGO = 740;
const AUTO_PAY_DAYS_AGO = 200;
const CARD_EXPIRES = { expiresMonth: 9, yearsAhead: 3 };

export function writeCustomer(pen: Pen, customer: DemoCustomer): InvoiceId[] {
  const { companyId } = pen.company;
  const [firstName, lastName] = customer.name;
  const customerId = customerIdSchema.parse(pen.entropy.uuid());
  const methods = new Map<string, MethodInsert>();
  for (const method of customer.methods) {
    methods.set(method[0], writeMethod(pen, customerId, { customer, method }));
  }
  const auto = customer.autoPayBy === undefined ? null : named(methods, customer.autoPayBy);
  const autoPayAt = timeOn(pen, dayOf(pen, -AUTO_PAY_DAYS_AGO), '20:10');
  const terms = { purpose: 'AUTO_PAY' } as const;
  const autoPay = auto
    ? {
        autoPayMethodId: auto.id,
        isAutoPayActive: true,
        autoPayMandateId: writeMandate(pen, { terms, method: auto, at: autoPayAt }),
        autoPaySinceOn: dayOf(pen, -AUTO_PAY_DAYS_AGO),
      }
    : {};
  pen.rows.customers.push({
    companyId,
    id: customerId,
    firstName,
    lastName,
    customerRef: customer.ref,
    internalRef: pen.entropy.uuid(),
    bornOn: isoDate(customer.bornOn),
    ...autoPay,
    createdAt: timeOn(pen, dayOf(pen, -JOINED_DAYS_AGO), '09:00'),
  });
  writeContacts(pen, customerId, customer);
  const folder: Folder = {
    companyId,
    customerId,
    methods,
    contractIds: writeContracts(pen, customerId, customer.contracts),
    projectIds: new Map<string, ProjectId>(
      customer.projects.map((project) => [project.ref, writeProject(pen, customerId, project)]),
    ),
  };
  return customer.invoices
    .map((invoice) => writeInvoice(pen, folder, invoice))
    .flatMap(({ invoiceId, isLinked }) => (isLinked ? [invoiceId] : []));
}

type OwnMethod = { customer: DemoCustomer; method: DemoMethod };

/** Stripe publishes tokens for its test methods; the other two have none, so they are made up. */
function tokenOf(processor: ProcessorName, madeUp: string, kind: ChargeKind): string {
  if (processor !== 'stripe') return madeUp;
  return kind === 'card' ? 'pm_card_visa' : 'pm_usBankAccount_success';
}

/** The token is what the processor's sandbox knows the method by. */
function writeMethod(pen: Pen, customerId: CustomerId, { customer, method }: OwnMethod) {
  const { companyId, processor, domain } = pen.company;
  const [key, kind, brand, last4] = method;
  const token = tokenOf(processor, `tok_sandbox_${domain}_${customer.ref}_${key}`, kind);
  const id = methodIdSchema.parse(pen.entropy.uuid());
  const expiresYear = Number(pen.today.slice(0, 4)) + CARD_EXPIRES.yearsAhead;
  const row: MethodInsert = {
    companyId,
    id,
    customerId,
    processor,
    kind,
    brand: brand || null,
    last4,
    ...(kind === 'card' ? { expiresMonth: CARD_EXPIRES.expiresMonth, expiresYear } : {}),
    tokenSealed: pen.sealer.seal(token, sealContext.methodToken({ companyId, methodId: id })),
    createdAt: timeOn(pen, dayOf(pen, -METHOD_SAVED_DAYS_AGO), '18:20'),
  };
  pen.rows.methods.push(row);
  return row;
}

function writeContacts(pen: Pen, customerId: CustomerId, { email, phone }: DemoCustomer): void {
  const { companyId } = pen.company;
  const createdAt = timeOn(pen, dayOf(pen, -JOINED_DAYS_AGO), '09:05');
  const common = { companyId, customerId, isPrimary: true, verifiedAt: createdAt, createdAt };
  const id = () => contactIdSchema.parse(pen.entropy.uuid());
  pen.rows.contacts.push(
    { ...common, id: id(), type: 'EMAIL', value: email },
    { ...common, id: id(), type: 'PHONE', value: phone },
  );
}

function writeContracts(
  pen: Pen,
  customerId: CustomerId,
  contracts: readonly DemoContract[],
): ReadonlyMap<string, ContractId> {
  const ids = new Map<string, ContractId>();
  for (const [ref, typeName, status, amount, paid, signedDaysAgo, turnedDaysAgo] of contracts) {
    const id = contractIdSchema.parse(pen.entropy.uuid());
    const signedOn = dayOf(pen, -signedDaysAgo);
    const turnedOn = turnedDaysAgo === undefined ? null : dayOf(pen, -turnedDaysAgo);
    pen.rows.contracts.push({
      companyId: pen.company.companyId,
      id,
      customerId,
      contractRef: ref,
      typeName,
      status,
      amountCents: usd(amount),
      paidCents: usd(paid),
      signedOn,
      chargeOffOn: status === 'Charged Off' ? turnedOn : null,
      acceleratedOn: status === 'Accelerated' ? turnedOn : null,
      createdAt: timeOn(pen, signedOn, '14:00'),
    });
    ids.set(ref, id);
  }
  return ids;
}
