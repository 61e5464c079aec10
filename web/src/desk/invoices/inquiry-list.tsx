// Questions and disputes from payers, with the company's replies.

import type { ProviderInquiry } from '@quittance/contract/invoices/inquiry-provider-routes';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { useCan } from '../api/session-context.ts';
import { useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { AnswerInquiry } from './answer-inquiry.tsx';
import styles from './inquiry-list.module.css';

const css = bindClasses(styles);

type InquiryListProps = { inquiries: readonly ProviderInquiry[]; onAnswered: () => void };

export function InquiryList({ inquiries, onAnswered }: InquiryListProps) {
  const { moment } = useMoments();
  const can = useCan();
  return (
    <Section title={attentionTexts.kinds.INQUIRY}>
      <ul className={css('list')}>
        {inquiries.map(({ id, kind, text, createdAt, answer, answeredAt }) => (
          <li key={id} className={css('inquiry')}>
            <p className={css('head')}>
              <Badge
                tone={kind === 'DISPUTE' ? 'warning' : 'info'}
                label={attentionTexts.inquiryKinds[kind]}
              />
              <time dateTime={createdAt}>{moment(createdAt)}</time>
            </p>
            <p className={css('text')}>{text ?? attentionTexts.erased}</p>
            {answer !== null && answeredAt !== null && (
              <div className={css('answer')}>
                <p className={css('head')}>
                  {attentionTexts.answerLabel}
                  <time dateTime={answeredAt}>{moment(answeredAt)}</time>
                </p>
                <p className={css('text')}>{answer}</p>
              </div>
            )}
            {answer === null && can('write') && (
              <AnswerInquiry item={{ facts: { objectId: id } }} onSettled={onAnswered} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
