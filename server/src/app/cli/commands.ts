/** Every `quittance` command, by its first word. Only the modules that a command line needs are loaded. */
import type { AnyCommand } from './command.ts';

type Group = () => Promise<readonly AnyCommand[]>;

const GROUPS: Readonly<Record<string, Group>> = {
  init: async () => [(await import('./commands/init.ts')).INIT],
  company: async () => (await import('./commands/companies.ts')).COMPANY_COMMANDS,
  customer: async () => (await import('./commands/customers.ts')).CUSTOMER_COMMANDS,
  invoice: async () => [
    ...(await import('./commands/invoices.ts')).INVOICE_RECORDS,
    ...(await import('./commands/invoice-decisions.ts')).INVOICE_DECISIONS,
  ],
  contract: async () => (await import('./commands/contracts.ts')).CONTRACT_COMMANDS,
  link: async () => (await import('./commands/links.ts')).LINK_COMMANDS,
  export: async () => [(await import('./commands/export.ts')).EXPORT],
  import: async () => [(await import('./commands/import.ts')).IMPORT],
  payments: async () => (await import('./commands/payments.ts')).PAYMENT_COMMANDS,
  refund: async () => (await import('./commands/refunds.ts')).REFUND_COMMANDS,
  held: async () => (await import('./commands/held.ts')).HELD_COMMANDS,
  keys: async () => (await import('./commands/keys.ts')).KEY_COMMANDS,
  staff: async () => (await import('./commands/staff.ts')).STAFF_COMMANDS,
  webhooks: async () => (await import('./commands/webhooks.ts')).WEBHOOK_COMMANDS,
  events: async () => (await import('./commands/events.ts')).EVENT_COMMANDS,
  sessions: async () => (await import('./commands/access.ts')).SESSION_COMMANDS,
  blocks: async () => [(await import('./commands/access.ts')).BLOCKS],
  secrets: async () => [
    (await import('./commands/access.ts')).SET_SECRET,
    ...(await import('./commands/sealing-keys.ts')).SEALING_KEY_COMMANDS,
  ],
  audit: async () => (await import('./commands/audit.ts')).AUDIT_COMMANDS,
  status: async () => [(await import('./commands/system.ts')).STATUS],
  backup: async () => [(await import('./commands/backup.ts')).BACKUP],
  restore: async () => [(await import('./commands/backup.ts')).RESTORE],
  scale: async () => (await import('./commands/scale.ts')).SCALE_COMMANDS,
  migrate: async () => [(await import('./commands/system.ts')).MIGRATE],
  serve: async () => [(await import('./commands/serve.ts')).SERVE],
  doctor: async () => [(await import('./commands/doctor.ts')).DOCTOR],
};

export const GROUP_NAMES = Object.keys(GROUPS);

export async function findCommands(word: string): Promise<readonly AnyCommand[] | null> {
  return Object.hasOwn(GROUPS, word) ? ((await GROUPS[word]?.()) ?? null) : null;
}

export async function allCommands(): Promise<readonly AnyCommand[]> {
  return (await Promise.all(Object.values(GROUPS).map((load) => load()))).flat();
}
