/** The faults that the page's buttons can inject, in the terms of the sandbox's control plane. Data only. */
import type { Settings } from '@quittance/contract/playground-view';
import type { SandboxFault } from './sandbox-control.ts';

type Button = Settings['faults'][number] & { injects: readonly SandboxFault[] };

/** Long enough to be noticeable, but within the 20-second limit of a charge. */
const LATE_MS = 8000;
/** The charge is executed only after the first lookup has found nothing. */
const EXECUTED_LATE_MS = 10_000;

const CHARGE = { operation: 'charge' } as const;

export const FAULT_BUTTONS: readonly Button[] = [
  {
    name: 'decline',
    label: 'Decline',
    explanation:
      "The next card is declined, whatever its number. A saved card's charge is tried again days later.",
    group: 'charge',
    injects: [{ operation: 'sale', fault: 'decline' }],
  },
  {
    name: 'lost-answer',
    label: 'Lost answer',
    explanation: 'The next charge succeeds there, and its answer never arrives here.',
    group: 'charge',
    injects: [{ ...CHARGE, fault: 'lose_answer' }],
  },
  {
    name: 'late-answer',
    label: 'Late answer',
    explanation: 'The next charge is made at once and answered after 8 seconds.',
    group: 'charge',
    injects: [{ ...CHARGE, fault: 'slow', delayMs: LATE_MS }],
  },
  {
    name: 'late-charge',
    label: 'Late charge',
    explanation: 'The connection breaks, and the charge is made 10 seconds later.',
    group: 'charge',
    injects: [{ ...CHARGE, fault: 'execute_late', delayMs: EXECUTED_LATE_MS }],
  },
  {
    name: 'error-500',
    label: '500 after charging',
    explanation: 'The next charge is made, and the answer is an error of the server.',
    group: 'charge',
    injects: [{ ...CHARGE, fault: 'http_500_after' }],
  },
  {
    name: 'error-500-before',
    label: '500 without charging',
    explanation: 'The answer is an error of the server, and nothing is charged.',
    group: 'charge',
    injects: [{ ...CHARGE, fault: 'http_500_before' }],
  },
  {
    name: 'three-d-secure',
    label: '3-D Secure',
    explanation: "The payer's bank wants the next card payment confirmed, whatever the card.",
    group: 'charge',
    // Fiserv contacts the bank before the charge; the other processors do so during the charge.
    injects: [
      { processor: 'stripe', operation: 'sale', fault: 'challenge' },
      { processor: 'payengine', operation: 'sale', fault: 'challenge' },
      { processor: 'fiserv', operation: 'three_ds', fault: 'challenge' },
    ],
  },
  {
    name: 'webhook-lost',
    label: 'Webhook lost',
    explanation: 'The next webhook is never sent. Lookups find the outcome.',
    group: 'webhook',
    injects: [{ operation: 'webhook', fault: 'webhook_lost' }],
  },
  {
    name: 'webhook-duplicated',
    label: 'Webhook duplicated',
    explanation: 'The next webhook is sent twice. It counts once.',
    group: 'webhook',
    injects: [{ operation: 'webhook', fault: 'webhook_duplicated' }],
  },
  {
    name: 'webhook-forged',
    label: 'Webhook forged',
    explanation:
      'A changed copy of the next webhook is sent with the old signature. It is refused.',
    group: 'webhook',
    injects: [{ operation: 'webhook', fault: 'webhook_forged' }],
  },
];

const isSame = (left: SandboxFault, right: SandboxFault) =>
  left.fault === right.fault && left.operation === right.operation;

export function toLabel(fault: SandboxFault): string {
  const button = FAULT_BUTTONS.find(({ injects }) => injects.some((one) => isSame(one, fault)));
  const where = fault.processor ? ` (${fault.processor})` : '';
  return `${button?.label ?? `${fault.fault} on ${fault.operation}`}${where}`;
}

/** Nacha's wording, limited to the codes that the sandbox can return. */
export const RETURN_CODES = [
  { code: 'R01', reason: 'Insufficient funds' },
  { code: 'R02', reason: 'Account closed' },
  { code: 'R03', reason: 'No account' },
  { code: 'R04', reason: 'Invalid account number' },
  { code: 'R05', reason: 'Unauthorized debit to a consumer account' },
  { code: 'R07', reason: 'Authorization revoked by customer' },
  { code: 'R08', reason: 'Payment stopped' },
  { code: 'R09', reason: 'Uncollected funds' },
  { code: 'R10', reason: 'Customer advises not authorized' },
  { code: 'R16', reason: 'Account frozen' },
  { code: 'R20', reason: 'Non-transaction account' },
  { code: 'R29', reason: 'Corporate customer advises not authorized' },
] as const;
