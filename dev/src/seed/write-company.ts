/** Writes a company with its sealed secrets, its staff and its customers. */
import { addDays, isoDate } from '@quittance/contract/dates';
import {
  type ContractId,
  type CustomerId,
  companyDomainSchema,
  companyIdSchema,
  contactIdSchema,
  contractIdSchema,
  customerIdSchema,
  type InvoiceId,
  methodIdSchema,
  type ProjectId,
} from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { type ChargeKind, DEFAULT_ACH_ACCOUNT_TYPE } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import { brandColumns } from '@quittance/server/companies/store';
import type { Clock } from '@quittance/server/kernel/clock';
import type { Entropy } from '@quittance/server/kernel/entropy';
import { type Sealer, sealContext } from '@quittance/server/platform/sealing/seal';
import { localInstant } from '../local-instant.ts';
import {
  type DemoCompany,
  type DemoContract,
  type DemoCustomer,
  type DemoMethod,
  usd,
} from './demo-data.ts';
import type { DemoRows, MethodInsert } from './demo-rows.ts';
import { type CustomerRefs, lookUp, type SeedContext, timeOn, toDay } from './seed-context.ts';
import { writeStaff } from './staff/write-staff.ts';
import { writeInvoice } from './write-invoice.ts';
import { writeMandate } from './write-mandate.ts';
import { writeProject } from './write-project.ts';

const JOINED_DAYS_AGO = 760;
const METHOD_SAVED_DAYS_AGO = 740;
const AUTO_PAY_DAYS_AGO = 200;
const CARD_EXPIRES = { expiresMonth: 9, yearsAhead: 3 };

function writeCustomer(context: SeedContext, customer: DemoCustomer): InvoiceId[] {
  const { companyId } = context.company;
  const [firstName, lastName] = customer.name;
  const customerId = customerIdSchema.parse(context.entropy.uuid());
  const methods = new Map<string, MethodInsert>();
  for (const method of customer.methods) {
    methods.set(method[0], writeMethod(context, customerId, { customer, method }));
  }
  const auto = customer.autoPayBy === undefined ? null : lookUp(methods, customer.autoPayBy);
  const autoPayAt = timeOn(context, toDay(context, -AUTO_PAY_DAYS_AGO), '20:10');
  const toFee = (kind: ChargeKind) => feeFor({ kind, amountCents: ZERO, company: context.company });
  const autoPay = auto
    ? {
        autoPayMethodId: auto.id,
        isAutoPayActive: true,
        autoPayMandateId: writeMandate(context, {
          terms: { purpose: 'AUTO_PAY', fee: toFee(auto.kind) },
          method: auto,
          at: autoPayAt,
        }),
        autoPaySinceOn: toDay(context, -AUTO_PAY_DAYS_AGO),
      }
    : {};
  context.rows.customers.push({
    companyId,
    id: customerId,
    firstName,
    lastName,
    customerRef: customer.ref,
    internalRef: context.entropy.uuid(),
    bornOn: isoDate(customer.bornOn),
    ...autoPay,
    createdAt: timeOn(context, toDay(context, -JOINED_DAYS_AGO), '09:00'),
  });
  writeContacts(context, customerId, customer);
  const refs: CustomerRefs = {
    companyId,
    customerId,
    methods,
    contractIds: writeContracts(context, customerId, customer.contracts),
    projectIds: new Map<string, ProjectId>(
      customer.projects.map((project) => [project.ref, writeProject(context, customerId, project)]),
    ),
  };
  return customer.invoices
    .map((invoice) => writeInvoice(context, refs, invoice))
    .flatMap(({ invoiceId, isLinked }) => (isLinked ? [invoiceId] : []));
}

type OwnMethod = { customer: DemoCustomer; method: DemoMethod };

/** The sandbox reads the brand and last digits from the token, so that each method is charged as its own type. */
function toToken(
  { tokenPrefix, company }: SeedContext,
  { customer, method: [, , brand, last4] }: OwnMethod,
): string {
  return [tokenPrefix, company.domain, customer.ref, brand || 'bank', last4].join('_');
}

function writeMethod(context: SeedContext, customerId: CustomerId, own: OwnMethod) {
  const { companyId, processor } = context.company;
  const [, kind, brand, last4, enteredThrough] = own.method;
  const token = toToken(context, own);
  const id = methodIdSchema.parse(context.entropy.uuid());
  const expiresYear = Number(context.today.slice(0, 4)) + CARD_EXPIRES.yearsAhead;
  const row: MethodInsert = {
    companyId,
    id,
    customerId,
    processor,
    kind,
    brand: brand || null,
    last4,
    isSaved: enteredThrough !== 'link',
    ...(kind === 'card'
      ? { expiresMonth: CARD_EXPIRES.expiresMonth, expiresYear }
      : { accountType: DEFAULT_ACH_ACCOUNT_TYPE }),
    tokenSealed: context.sealer.seal(token, sealContext.methodToken({ companyId, methodId: id })),
    createdAt: timeOn(context, toDay(context, -METHOD_SAVED_DAYS_AGO), '18:20'),
  };
  context.rows.methods.push(row);
  return row;
}

function writeContacts(
  context: SeedContext,
  customerId: CustomerId,
  { email, phone }: DemoCustomer,
): void {
  const { companyId } = context.company;
  const createdAt = timeOn(context, toDay(context, -JOINED_DAYS_AGO), '09:05');
  const common = { companyId, customerId, isPrimary: true, verifiedAt: createdAt, createdAt };
  const id = () => contactIdSchema.parse(context.entropy.uuid());
  context.rows.contacts.push(
    { ...common, id: id(), type: 'EMAIL', value: email },
    { ...common, id: id(), type: 'PHONE', value: phone },
  );
}

function writeContracts(
  context: SeedContext,
  customerId: CustomerId,
  contracts: readonly DemoContract[],
): ReadonlyMap<string, ContractId> {
  const ids = new Map<string, ContractId>();
  for (const [ref, typeName, status, amount, paid, signedDaysAgo, turnedDaysAgo] of contracts) {
    const id = contractIdSchema.parse(context.entropy.uuid());
    const signedOn = toDay(context, -signedDaysAgo);
    const turnedOn = turnedDaysAgo === undefined ? null : toDay(context, -turnedDaysAgo);
    context.rows.contracts.push({
      companyId: context.company.companyId,
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
      createdAt: timeOn(context, signedOn, '14:00'),
    });
    ids.set(ref, id);
  }
  return ids;
}

export type CompanyDeps = { rows: DemoRows; clock: Clock; entropy: Entropy; sealer: Sealer };

export function writeCompany(deps: CompanyDeps, demo: DemoCompany): InvoiceId[] {
  const { rows, clock, entropy, sealer } = deps;
  const { customers, secrets, joinedDaysAgo, domain, tokenPrefix, logo: _logo, ...terms } = demo;
  const { timeZone } = terms;
  const companyId = companyIdSchema.parse(entropy.uuid());
  const today = clock.today(timeZone);
  const company = {
    ...terms,
    ...brandColumns(terms),
    companyId,
    domain: companyDomainSchema.parse(domain),
    createdAt: localInstant({ date: addDays(today, -joinedDaysAgo), time: '09:00', timeZone }),
  };
  rows.companies.push(company);
  rows.companySecrets.push({
    companyId,
    processorKeySealed: sealer.seal(secrets.processorKey, sealContext.processorKey(companyId)),
    webhookSecretSealed: sealer.seal(secrets.webhookSecret, sealContext.webhookSecret(companyId)),
    lookupKeySealed: writeStaff(deps, company),
  });
  // No processor has the demo history. This row keeps reconciliation from searching for it.
  rows.reconciliations.push({
    companyId,
    id: entropy.uuid(),
    processor: terms.processor,
    coversFrom: company.createdAt,
    coversTo: clock.now(),
    finishedAt: clock.now(),
    differences: {},
    isClean: true,
  });
  const context = { rows, company, tokenPrefix, today, now: clock.now(), entropy, sealer };
  return customers.flatMap((customer) => writeCustomer(context, customer));
}
