// Any module reads any table; only its owner inserts, updates and deletes its rows. EXCEPTIONS may only shrink.
import type { ESTree } from 'rolldown/utils';
import { isIn, type Rule, type Violation } from '../rule.ts';
import { isCode, isTest, lineAt, type SourceFile, type SourceTree, visit } from '../source-tree.ts';

const TABLES = {
  platform: `idempotencyKeys providerCalls outbox audit auditHeads sealingKeyCheck eventCounters providerEvents`,
  companies: `companies companyLogos companySecrets companyNotices companyMailProgress
    processorConnections`,
  customers: `customers contacts contactProofs copyContacts mutedMails`,
  identity: `staffMembers staffSessions staffSignIns staffPasskeys capabilities devices sessions bearers signInTokens
    apiKeys passkeys spentChallenges`,
  ledger: `attempts attemptMoves attemptParts creditUses postings refunds disputes intents reconciliations latestReconciliations
    unplacedCharges invoiceHolds`,
  invoices: `invoices invoiceLines invoiceAttachments requests billingChanges balanceChanges inquiries`,
  arrangements: `schedules plans installments autoPayCharges chargeNotices planPauses`,
  methods: `paymentMethods mandates methodSetups fieldSessions processorCustomers`,
  projects: `projects orders estimates contracts contractDocuments requestOrders`,
  requests: `requestInvoices invoiceReminders`,
  payments: `webhookEvents disputeEvidence disputeFiles`,
  payouts: `payoutReads payouts payoutLines payoutDifferences`,
  statements: `historyEntries historyProgress calendarFeeds`,
  webhooks: `webhookEndpoints webhookDeliveries`,
  reports: `savedViews`,
  exchange: `importParts importMappings`,
  app: `serverProcesses jobRuns raisedAlarms`,
};

const SKIPPED = ['server/src/schema/'];

/**
 * Tables that other modules write today. A file is removed when it no longer writes the table, and none may be
 * added.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/src/arrangements/auto-pay.ts': 'customers',
  'server/src/arrangements/due.ts': 'invoices',
  'server/src/arrangements/locked-arrangement.ts': 'paymentMethods',
  'server/src/exchange/backup/restore-backup.ts':
    'bearers companies devices sessions signInTokens staffSessions staffSignIns',
  'server/src/identity/members.ts': 'companySecrets',
  'server/src/invoices/changed-balances.ts': 'autoPayCharges',
  'server/src/invoices/store.ts': 'autoPayCharges',
  'server/src/ledger/recent-attempts.ts': 'capabilities',
  'server/src/platform/events/record-event.ts': 'schedules',
  'server/src/privacy/erasure.ts':
    'calendarFeeds capabilities copyContacts customers mutedMails passkeys planPauses spentChallenges',
  'server/src/projects/partial-requests.ts': 'requests',
  'server/src/projects/project-rows.ts': 'requests',
  'server/src/reports/attention-rows.ts': 'attempts contacts',
  'server/src/requests/reminders.ts': 'companies',
  'server/src/requests/selections.ts': 'requests',
};

const OWNERS = new Map(
  Object.entries(TABLES).flatMap(([owner, tables]) =>
    tables.split(/\s+/).map((table) => [table, owner] as const),
  ),
);

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const BY_SQL_NAME = new Map([...OWNERS.keys()].map((table) => [snakeCase(table), table]));

const WRITING_METHODS = ['insert', 'update', 'delete'];
/** Functions of platform/database/rows.ts whose second argument is the table. */
const WRITING_FUNCTIONS = ['insertRow', 'insertAhead', 'updateRow', 'updateAhead'];
const SQL_WRITE =
  /(?<!\b(?:for|key|on|do) )\b(?:insert into|update|delete from) (?:public\.)?(?:\$\{(\w+)\}|([a-z_]+))/gi;

type Write = { table: string; line: number };

function writesInSql(text: string, line: number): Write[] {
  return [...text.replace(/\s+/g, ' ').matchAll(SQL_WRITE)].flatMap(([, name, sqlName]) => {
    const table = name ?? BY_SQL_NAME.get(sqlName ?? '');
    return table !== undefined && OWNERS.has(table) ? [{ table, line }] : [];
  });
}

const toName = (node: ESTree.Node | undefined) => (node?.type === 'Identifier' ? node.name : '');

function toWrites(file: SourceFile): Write[] {
  const writes: Write[] = [];
  visit(file, {
    CallExpression: (call) => {
      const { callee, arguments: given } = call;
      const isMethod =
        callee.type === 'MemberExpression' && WRITING_METHODS.includes(toName(callee.property));
      const isFunction = WRITING_FUNCTIONS.includes(toName(callee));
      const table = toName(given[isFunction ? 1 : 0]);
      if ((isMethod || isFunction) && OWNERS.has(table)) {
        writes.push({ table, line: lineAt(file, call.start) });
      }
    },
    TemplateLiteral: ({ quasis, expressions, start }) => {
      const parts = quasis.map(({ value }, at) => {
        const next = expressions[at];
        return `${value.raw}${next ? `\${${toName(next)}}` : ''}`;
      });
      writes.push(...writesInSql(parts.join(''), lineAt(file, start)));
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') writes.push(...writesInSql(value, lineAt(file, start)));
    },
  });
  return writes;
}

const MODULE = /^server\/src\/(\w+)\//;

function toExceptions({ path }: SourceFile): string[] {
  return EXCEPTIONS[path]?.split(' ') ?? [];
}

function findForeign(file: SourceFile): Violation[] {
  const [, module] = MODULE.exec(file.path) ?? [];
  const foreign = toWrites(file).filter(({ table }) => OWNERS.get(table) !== module);
  const allowed = toExceptions(file);
  const unused = allowed.filter((name) => !foreign.some(({ table }) => table === name));
  return [
    ...foreign
      .filter(({ table }) => !allowed.includes(table))
      .map(({ table, line }) => ({
        path: file.path,
        line,
        found: `writes ${table} of ${OWNERS.get(table)}`,
      })),
    ...unused.map((name) => ({ path: file.path, line: 1, found: `no longer writes ${name}` })),
  ];
}

function check(tree: SourceTree): Violation[] {
  const files = tree.filter(
    (file) => isCode(file) && !isTest(file) && MODULE.test(file.path) && !isIn(SKIPPED)(file),
  );
  return files.flatMap(findForeign);
}

export const TABLE_OWNERS: Rule = {
  name: 'only the owner of a table writes it',
  instead:
    'call the owner, or register with it; remove a file from EXCEPTIONS in tidy/rules/table-owners.ts when it stops writing',
  check,
  breaks: [
    { 'server/src/statements/a.ts': 'await tx.update(invoices).set({ paidCents });' },
    { 'server/src/reports/a.ts': 'await insertRow(tx, attempts, row);' },
    { 'server/src/payments/a.ts': `await tx.execute(sql\`insert into \${postings} values (1)\`);` },
    { 'server/src/payments/a.ts': `await client.query('delete from staff_sign_ins');` },
    { 'server/src/app/a.ts': 'await tx.execute(sql`\n  update invoices\n  set title = 1`);' },
    { 'server/src/requests/reminders.ts': 'export const nothing = 1;' },
  ],
  keeps: [
    { 'server/src/invoices/issue-invoice.ts': 'await tx.update(invoices).set({ paidCents });' },
    { 'server/src/reports/a.ts': 'await tx.select().from(invoices).for("update");' },
    { 'server/src/reports/a.ts': 'sql`select 1 from invoices for update of invoices`;' },
    { 'server/src/reports/a.ts': 'cache.delete(key); list.update(item);' },
    { 'server/test/a.test.ts': 'await tx.update(invoices).set({ paidCents });' },
  ],
};
