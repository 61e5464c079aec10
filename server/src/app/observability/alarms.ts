/**
 * All alarms. An entry is the only place of an alarm: from it come the log event, the metric, the line of
 * `quittance status`, the message to the operator and, compared by a test, its section in docs/on-call.md. An
 * alarm has the name of the metric that it watches.
 */
import type { Measure } from '../../schema/operator.ts';

/** A critical alarm means that money or payers are affected now. A warning can wait for working hours. */
export type Severity = 'critical' | 'warning';

type AlarmRule = { severity: Severity; text: string } & ({ from: number } | { below: number });

const HOUR_S = 3600;

export const ALARMS = {
  database_down: { from: 1, severity: 'critical', text: 'the database does not respond' },
  worker_silent_seconds: { from: 60, severity: 'critical', text: 'no worker is running' },
  job_overdue_seconds: { from: 1, severity: 'critical', text: 'a job has not succeeded in time' },
  job_lag_seconds: { from: 600, severity: 'critical', text: 'queued jobs are not started' },
  jobs_waiting: { from: 1000, severity: 'warning', text: 'the worker is behind' },
  processes_lost: {
    from: 1,
    severity: 'warning',
    text: 'a server process ended without stopping',
  },
  processor_failing_seconds: {
    from: 60,
    severity: 'critical',
    text: 'a payment processor does not respond',
  },
  circuits_open: {
    from: 1,
    severity: 'critical',
    text: 'calls to a processor are suspended after repeated failures',
  },
  processor_problems: {
    from: 1,
    severity: 'warning',
    text: "a company's connection to its processor is broken",
  },
  unresolved_oldest_seconds: {
    from: HOUR_S,
    severity: 'critical',
    text: 'the outcome of a payment is unknown',
  },
  webhook_lag_seconds: {
    from: 600,
    severity: 'critical',
    text: 'processor webhooks are not being processed',
  },
  mail_lag_seconds: { from: 900, severity: 'critical', text: 'emails are not being sent' },
  bulk_mail_lag_seconds: {
    from: 6 * HOUR_S,
    severity: 'warning',
    text: 'invoices, reminders and notices have been waiting for hours',
  },
  events_waiting: { from: 500, severity: 'warning', text: 'socket events are not being delivered' },
  webhook_endpoints_failing: {
    from: 1,
    severity: 'warning',
    text: 'webhook endpoints are rejecting events',
  },
  refunds_open: { from: 20, severity: 'warning', text: '20 or more refunds are overdue' },
  refunds_in_review: { from: 1, severity: 'warning', text: 'a refund needs manual review' },
  reconciliation_age_seconds: {
    from: 36 * HOUR_S,
    severity: 'critical',
    text: "a company's last reconciliation is too old",
  },
  companies_unreconciled: {
    from: 1,
    severity: 'warning',
    text: 'a company has never been reconciled with its processor',
  },
  companies_held: {
    from: 1,
    severity: 'warning',
    text: 'charges of a company have been on hold since a restore',
  },
  invariant_violations: { from: 1, severity: 'critical', text: 'the ledger contradicts itself' },
  invariants_unchecked: {
    from: 1,
    severity: 'critical',
    text: 'invariants of the ledger could not be checked',
  },
  audit_chains_broken: { from: 1, severity: 'critical', text: 'an audit trail was changed' },
  clock_skew_seconds: {
    from: 30,
    severity: 'critical',
    text: 'a server clock differs from the database clock',
  },
  log_lines_lost: { from: 1, severity: 'critical', text: 'log lines cannot be written' },
  certificate_days_left: {
    below: 14,
    severity: 'warning',
    text: 'the TLS certificate of the portal expires soon',
  },
  api_keys_expiring: {
    from: 1,
    severity: 'warning',
    text: 'an API key in use expires within a week',
  },
  sign_in_mails_ratio: {
    from: 0.5,
    severity: 'warning',
    text: 'an unusual number of sign-in emails is being requested',
  },
  unusual_readers: {
    from: 1,
    severity: 'warning',
    text: 'a member of staff opens or exports unusually many records',
  },
  return_rate_alarm: {
    from: 1,
    severity: 'warning',
    text: 'the ACH return rate is at half of the network limit',
  },
  return_rate_over: {
    from: 1,
    severity: 'critical',
    text: 'the ACH return rate is at the network limit: no new bank accounts',
  },
} as const satisfies Record<string, AlarmRule>;

export type AlarmName = keyof typeof ALARMS;

// The cast is needed because `keys()` widens the union to string.
export const ALARM_NAMES = Object.keys(ALARMS) as AlarmName[];

export type Alarm = {
  name: AlarmName;
  /** The processor, job or company that it is about. Empty if there is only one. */
  subject: string;
  severity: Severity;
  message: string;
  runbook: string;
};

const isAlarmName = (name: string): name is AlarmName => Object.hasOwn(ALARMS, name);

function isActive(rule: AlarmRule, value: number): boolean {
  return 'from' in rule ? value >= rule.from : value < rule.below;
}

export function toAlarm(name: AlarmName, subject: string): Alarm {
  const { severity, text } = ALARMS[name];
  const message = subject ? `${text} (${subject})` : text;
  return { name, subject, severity, message, runbook: `docs/on-call.md#${name}` };
}

export function toAlarms(measures: readonly Measure[]): Alarm[] {
  return measures.flatMap(({ name, labels, value }) => {
    if (!isAlarmName(name) || !isActive(ALARMS[name], value)) return [];
    return [toAlarm(name, Object.values(labels).join(', '))];
  });
}
