/** A client for the sandbox's control plane: clock, faults, records, webhooks, emails (sandbox/README.md). */
import type { TheirCharge } from './records.ts';

class SandboxRefused extends Error {
  override name = 'SandboxRefused';
}

export type SandboxFault = {
  processor?: string;
  operation: string;
  fault: string;
  delayMs?: number;
};

export type Delivery = { processor: string; event: string; attempts: number; state: string };

export type Mail = { subject: string; to: string[]; at: string; text: string };

type Scenarios = {
  processors: {
    name: string;
    title: string;
    routingNumber: string;
    cards: { number: string; result: string }[];
    accounts: { number: string; result: string }[];
  }[];
};

type ClockReading = { now: string; nextTaskAt: string | null };

/**
 * Responses are not validated: their shapes are documented in sandbox/README.md, and both programs are built from
 * the same commit.
 */
async function call<Answer>(url: string, method: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new SandboxRefused(messageIn(answer) ?? `${url} answered ${response.status}`);
  return answer as Answer; // because the sandbox documents it
}

function messageIn(answer: unknown): string | undefined {
  const has = typeof answer === 'object' && answer !== null && 'message' in answer;
  return has ? String(answer.message) : undefined;
}

export type SandboxControl = ReturnType<typeof createSandboxControl>;

export function createSandboxControl(sandboxUrl: string) {
  const url = (path: string) => `${sandboxUrl}/_sandbox/${path}`;
  const get = <Answer>(path: string) => call<Answer>(url(path), 'GET');
  const post = <Answer>(path: string, body: unknown = {}) => call<Answer>(url(path), 'POST', body);
  return {
    url: sandboxUrl,
    async charges(): Promise<TheirCharge[]> {
      return (await get<{ charges: TheirCharge[] }>('records')).charges;
    },
    async webhooks(): Promise<Delivery[]> {
      return (await get<{ deliveries: Delivery[] }>('webhooks')).deliveries;
    },
    async faults(): Promise<SandboxFault[]> {
      return (await get<{ faults: SandboxFault[] }>('faults')).faults;
    },
    async mails({ to, limit = 100 }: { to?: string; limit?: number } = {}): Promise<Mail[]> {
      const query = new URLSearchParams({ limit: String(limit), ...(to ? { to } : {}) });
      return (await get<{ mails: Mail[] }>(`mailbox.json?${query}`)).mails;
    },
    scenarios: () => get<Scenarios>('scenarios'),
    clock: () => get<ClockReading>('clock'),
    /** Runs everything that becomes due in between: settlements, returns, webhooks. */
    advance: (advanceMs: number) => post('clock', { advanceMs }),
    inject: (fault: SandboxFault) => post('faults', fault),
    clearFaults: () => call(url('faults'), 'DELETE'),
    flushWebhooks: () => post('webhooks/flush'),
    settle: (transactionId: string) => post('settle', { transactionId }),
    async dispute(transactionId: string): Promise<string> {
      return (await post<{ id: string }>('stripe/disputes', { transactionId })).id;
    },
    winDispute: (id: string) => post(`stripe/disputes/${id}/close`, { status: 'won' }),
    /** Pays out everything that no earlier payout contains. */
    payOut: (account: string) => post('stripe/payouts', { account }),
    returnDebit: (transactionId: string, code: string) => post('return', { transactionId, code }),
    reset: () => post('reset'),
  };
}
