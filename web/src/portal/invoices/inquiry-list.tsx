// The inquiries about an invoice, newest first, each with its reply.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { Inquiry } from '@quittance/contract/invoices/inquiry-schemas';
import { inquiryTexts } from '#texts/account/inquiries';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatInstantDate } from '../../shared/lib/format.ts';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './inquiry-list.module.css';

const css = bindClasses(styles);

type ItemProps = { inquiry: Inquiry; company: Company };

function Answer({ inquiry, company }: ItemProps) {
  const { answer, answeredAt } = inquiry;
  if (answeredAt === null) return <Text tone="muted">{inquiryTexts.waiting(company.name)}</Text>;
  return (
    <div className={css('answer')}>
      <Text size="small" tone="muted">
        {inquiryTexts.answered(company.name, formatInstantDate(answeredAt, company))}
      </Text>
      {answer && <div className={css('words')}>{answer}</div>}
    </div>
  );
}

function Item({ inquiry, company }: ItemProps) {
  const { kind, text, createdAt, answeredAt } = inquiry;
  const isOpen = answeredAt === null;
  return (
    <Card padding="medium" label={inquiryTexts.kinds[kind]}>
      <Stack gap={3}>
        <Stack direction="row" justify="space-between" align="center" gap={3} wraps>
          <Stack gap={1}>
            <Text isStrong>{inquiryTexts.kinds[kind]}</Text>
            <Text size="small" tone="muted">
              {inquiryTexts.sentOn(formatInstantDate(createdAt, company))}
            </Text>
          </Stack>
          <Badge
            tone={isOpen ? 'warning' : 'success'}
            label={isOpen ? inquiryTexts.isOpen : inquiryTexts.isAnswered}
          />
        </Stack>
        {text === null ? (
          <Text tone="muted">{inquiryTexts.hidden}</Text>
        ) : (
          <>
            <div className={css('words')}>{text}</div>
            <Answer inquiry={inquiry} company={company} />
          </>
        )}
      </Stack>
    </Card>
  );
}

type InquiryListProps = { inquiries: readonly Inquiry[]; company: Company };

export function InquiryList({ inquiries, company }: InquiryListProps) {
  return (
    <Stack gap={3}>
      {inquiries.map((inquiry) => (
        <Item key={inquiry.id} inquiry={inquiry} company={company} />
      ))}
    </Stack>
  );
}
