/** The state of a company's processor account: its settings without secrets, its connection, and the setup steps. */
import type { ProcessorState, SetupStep } from '@quittance/contract/companies/settings-schemas';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { originsFor } from '../processors/servers.ts';
import { attempts } from '../schema/payments.ts';
import { type Connection, findConnection } from './connections.ts';
import { findCompanyAndProcessor } from './processor-for-company.ts';
import { isLiveAccount, type ProcessorCommand, requireAccount } from './processor-settings.ts';

type Step = ProcessorState['setup'][number];
type StepState = Pick<Step, 'state' | 'detail'>;

const DONE: StepState = { state: 'DONE', detail: null };
const OPEN: StepState = { state: 'OPEN', detail: null };
const OPTIONAL: StepState = { state: 'OPTIONAL', detail: null };

const CONNECTION: readonly unknown[] = ['KEY_REFUSED', 'NO_RESPONSE'];
const EVENTS: readonly unknown[] = ['EVENTS_REFUSED', 'NO_EVENTS'];

type Facts = Pick<ProcessorState, 'processor' | 'hasKey' | 'hasWebhookSecret' | 'isLive'> & {
  connection: Connection | null;
  hasPayment: boolean;
  hasScript: boolean;
};

function keysStep({ hasKey, connection }: Facts): StepState {
  if (!hasKey || !connection?.checkedAt) return OPEN;
  const { problem, detail } = connection;
  return CONNECTION.includes(problem) ? { state: 'PROBLEM', detail } : DONE;
}

function webhookStep({ hasWebhookSecret, connection }: Facts): StepState {
  if (!hasWebhookSecret) return OPEN;
  if (EVENTS.includes(connection?.problem)) {
    return { state: 'PROBLEM', detail: connection?.detail ?? null };
  }
  return connection?.lastEventAt ? DONE : OPEN;
}

/** A processor without webhooks, or without a list of domains, has no such step. */
function toSteps(facts: Facts): Step[] {
  const { webhookEvents, domain } = PROCESSOR_DESCRIPTIONS[facts.processor];
  const steps: Partial<Record<SetupStep, StepState>> = {
    KEYS: keysStep(facts),
    PAGE_POLICY: facts.hasScript ? DONE : OPEN,
    ...(webhookEvents === null ? {} : { WEBHOOK: webhookStep(facts) }),
    ...(domain === 'none' ? {} : { DOMAIN: OPTIONAL }),
    TEST_PAYMENT: facts.hasPayment ? DONE : OPTIONAL,
    LIVE: facts.isLive ? DONE : OPTIONAL,
  };
  // Safe because the keys are those of the object above.
  return (Object.entries(steps) as [SetupStep, StepState][]).map(([step, state]) => ({
    step,
    ...state,
  }));
}

async function readFacts(tx: Tx, { actor: { companyId }, processor }: ProcessorCommand) {
  const isPaid = matching(attempts, { companyId, processor, state: 'SUCCEEDED' });
  return {
    connection: await findConnection(tx, companyId),
    hasPayment: await hasRows(tx.select({ id: attempts.id }).from(attempts).where(isPaid).limit(1)),
  };
}

export async function getProcessor(
  tx: Tx,
  deps: Deps,
  command: ProcessorCommand,
): Promise<ProcessorState> {
  const { company, account } = await requireAccount(deps, command);
  const { processor, processorData, domain } = company;
  const { connection, hasPayment } = await readFacts(tx, command);
  const hasKey = (account.values['processorKey'] ?? null) !== null;
  const created = hasKey
    ? (await findCompanyAndProcessor(deps, company.companyId)).processor
    : null;
  const { scripts, connections, frames } = originsFor(processor, processorData);
  const hasWebhooks = PROCESSOR_DESCRIPTIONS[processor].webhookEvents !== null;
  const facts = {
    processor,
    isLive: hasKey && isLiveAccount(account),
    processorData,
    hasKey,
    hasWebhookSecret: (account.values['webhookSecret'] ?? null) !== null,
  };
  const usual = deps.processors.usualScript(processor, facts.isLive);
  const hasScript = (processorData.scriptUrl ?? usual) !== null;
  const setup = toSteps({ ...facts, connection, hasPayment, hasScript });
  return {
    ...facts,
    isPaused: created?.charges.isPaused?.() ?? false,
    webhookUrl: hasWebhooks ? `${deps.publicUrl}/api/webhooks/${processor}/${domain}` : null,
    origins: [...new Set([...scripts, ...connections, ...frames])],
    problem: connection?.problem ?? null,
    problemSince: connection?.problemSince ?? null,
    lastEventAt: connection?.lastEventAt ?? null,
    refusedEvents: connection?.refusedEvents ?? 0,
    setup,
    isReady: setup.every(({ state }) => state === 'DONE' || state === 'OPTIONAL'),
  };
}
