/** The email of a world: real SMTP to the sandbox's mailbox, delivered on demand. */

import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quittance/contract/durations';
import { type CustomerId, contactIdSchema } from '@quittance/contract/ids';
import type { ContactType } from '@quittance/contract/vocabulary';
import { deliverBulkMail } from '../../src/app/mail/deliver-bulk-mail.ts';
import { deliverMail } from '../../src/app/mail/deliver-mail.ts';
import { sendRequestedMail } from '../../src/app/mail/send-requested-mail.ts';
import { addMs } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { contacts } from '../../src/schema/customers.ts';
import type { TestCompany } from './company.ts';
import type { World } from './world.ts';

export type ContactSettings = {
  value: string;
  type?: ContactType;
  customerId?: CustomerId;
  isPrimary?: boolean;
  isEnabled?: boolean;
  verifiedDaysAgo?: number | null;
  isBounced?: boolean;
};

type Where = { deps: Pick<Deps, 'database' | 'clock'> };

export async function addContact({ deps }: Where, company: TestCompany, settings: ContactSettings) {
  const { type = 'EMAIL', value, isPrimary = true, isEnabled = true, isBounced } = settings;
  const { verifiedDaysAgo = 30 } = settings;
  const now = deps.clock.now();
  const id = contactIdSchema.parse(randomUUID());
  await deps.database.asSystem((tx) =>
    tx.insert(contacts).values({
      companyId: company.companyId,
      id,
      customerId: settings.customerId ?? company.customerId,
      type,
      value,
      isPrimary,
      isEnabled,
      verifiedAt: verifiedDaysAgo === null ? null : addMs(now, -verifiedDaysAgo * DAY_MS),
      bouncedAt: isBounced ? now : null,
      createdAt: addMs(now, -60 * DAY_MS),
    }),
  );
  return id;
}

const CODE = /Your code: (\d{3} \d{3})/;

export function toMailbox(world: World) {
  const mailer = createMailer({ smtpUrl: world.sandbox.smtpUrl, folder: '' });
  const mail = { mailer, address: 'no-reply@portal.test' };
  const inbox = (to: string) => world.sandbox.mails(to);
  return {
    inbox,
    async deliver(deps = world.deps): Promise<number> {
      await sendRequestedMail(deps);
      return (await deliverMail(deps, mail)) + (await deliverBulkMail(deps, mail));
    },
    async newestWayIn(to: string) {
      // The latest email may not contain the code, because emails of the same instant are sent in any order.
      const newest = (await inbox(to)).find(({ text }) => CODE.test(text));
      const token = /#token=([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? '';
      const code = CODE.exec(newest?.text ?? '')?.[1]?.replace(' ', '') ?? '';
      return { token, code };
    },
  };
}

export type Mailbox = ReturnType<typeof toMailbox>;
