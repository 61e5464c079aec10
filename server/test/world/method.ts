/**
 * A saved method of the company's customer: entered into the processor's fields, saved by the real adapter and
 * written into our database, as saving it in the portal would do.
 */
import { randomUUID } from 'node:crypto';
import { methodIdSchema } from '@quittance/contract/ids';
import { DEFAULT_ACH_ACCOUNT_TYPE } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { processorForCompany } from '../../src/companies/processor-for-company.ts';
import { findCompany } from '../../src/companies/store.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';
import type { Processor, SavedMethod } from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import { paymentMethods } from '../../src/schema/customers.ts';
import type { TypedMethod } from '../processors/payengine-browser.ts';
import { fillSession, typeInto } from './browser.ts';
import type { TestCompany } from './company.ts';
import type { Sandbox } from './sandbox-process.ts';

export type MethodSetup = { deps: Deps; sandbox: Sandbox; company: TestCompany };

/** Fiserv's fields belong to a server session. The fields of the others create a token themselves. */
async function tokenFor(
  { sandbox, company }: MethodSetup,
  processor: Processor,
  typed: TypedMethod,
): Promise<Secret> {
  const { merchant } = company;
  if (merchant.processor !== 'fiserv') {
    return new Secret(await typeInto({ sandbox, merchant, fields: null }, typed));
  }
  const session = await processor.fields?.open();
  invariant(session?.secretToken, 'Fiserv opens sessions for its fields');
  await fillSession(sandbox, session.public, typed);
  return session.secretToken;
}

async function keep(saving: MethodSetup, typed: TypedMethod): Promise<SavedMethod> {
  const { deps, company } = saving;
  const row = await deps.database.asSystem((tx) => findCompany(tx, company.companyId));
  invariant(row, 'a company of this world');
  const processor = await processorForCompany(deps, row);
  invariant(processor, 'every processor of this world has its adapter');
  const brand = typed.kind === 'card' ? 'visa' : null;
  const outcome = await processor.methods.save({
    reference: randomUUID(),
    kind: typed.kind,
    token: await tokenFor(saving, processor, typed),
    payer: { firstName: 'Maya', lastName: 'Ortiz', email: null, reference: company.customerId },
    evidence: { ipAddress: '127.0.0.1', userAgent: 'Mozilla/5.0' },
    returnUrl: deps.publicUrl,
    browserInfo: null,
    claimed: { brand, last4: typed.number.slice(-4) },
    accountType: typed.kind === 'ach' ? DEFAULT_ACH_ACCOUNT_TYPE : null,
  });
  if (outcome.kind !== 'saved') throw new Error(`not saved: ${JSON.stringify(outcome)}`);
  return outcome.method;
}

export async function addMethod(saving: MethodSetup, typed: TypedMethod) {
  const { deps, company } = saving;
  const { companyId, customerId, merchant } = company;
  const { token, ...saved } = await keep(saving, typed);
  const methodId = methodIdSchema.parse(randomUUID());
  const place = sealContext.methodToken({ companyId, methodId });
  const tokenSealed = deps.sealer.seal(token.reveal(), place);
  const { processor } = merchant;
  const createdAt = deps.clock.now();
  const row = { companyId, id: methodId, customerId, processor, tokenSealed, createdAt };
  await deps.database.asSystem((tx) => tx.insert(paymentMethods).values({ ...row, ...saved }));
  return { methodId, last4: saved.last4 };
}
