/**
 * Sends alarms to the operator, by Slack and by email. They are not queued: the queue, its worker or the database may
 * be what failed.
 */
import type { Logger } from 'pino';
import { escapeHtml } from '../../kernel/escape-html.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Slack } from '../../platform/observability/slack.ts';
import type { NotifyOperator } from './watch.ts';

export type OperatorChannels = {
  log: Logger;
  slack?: Slack | undefined;
  mailer: Mailer;
  mailFrom: string;
  mailTo: string | null;
  newId(): string;
};

export function createNotifyOperator(channels: OperatorChannels): NotifyOperator {
  const { log, slack, mailer, mailFrom: address, mailTo, newId } = channels;
  return async ({ subject, text }) => {
    const byMail = async (to: string) => {
      const html = `<pre>${escapeHtml(text)}</pre>`;
      const messageId = `<${newId()}@${address.split('@')[1]}>`;
      const from = { name: 'Quittance', address };
      try {
        await mailer.send({ messageId, from, to, subject, text, html });
        return true;
      } catch (error) {
        log.warn({ event: 'alarm.mail_failed', err: error }, 'an alarm was not mailed');
        return false;
      }
    };
    const sent = await Promise.all([
      ...(slack ? [slack.send(`${subject}\n${text}`)] : []),
      ...(mailTo ? [byMail(mailTo)] : []),
    ]);
    return sent.length === 0 || sent.includes(true);
  };
}
