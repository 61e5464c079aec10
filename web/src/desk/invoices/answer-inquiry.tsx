// Responds to a payer's question or dispute (R40).

import { useState } from 'react';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { attentionTexts } from '../texts/attention.ts';
import styles from './answer-inquiry.module.css';

type AnswerInquiryProps = {
  item: { facts: { objectId: string } };
  onSettled: () => void;
};

export function AnswerInquiry({ item, onSettled }: AnswerInquiryProps) {
  return (
    <OpenButton
      label={attentionTexts.answer}
      dialog={(onClose) => (
        <AnswerDialog inquiryId={item.facts.objectId} onSettled={onSettled} onClose={onClose} />
      )}
    />
  );
}

type AnswerDialogProps = { inquiryId: string; onSettled: () => void; onClose: () => void };

function AnswerDialog({ inquiryId, onSettled, onClose }: AnswerDialogProps) {
  const params = { inquiryId };
  const inquiry = useRead('getInquiry', { params });
  const [answer, setAnswer] = useState('');
  const form = useActionForm('answerInquiry', {
    input: answer.trim() === '' ? null : { params, body: { answer } },
    done: attentionTexts.answered,
    onDone: () => {
      onClose();
      onSettled();
    },
  });
  return (
    <ActionDialog
      title={attentionTexts.answerTitle}
      text={
        inquiry.answer?.kind === 'DISPUTE'
          ? `${attentionTexts.answerText} ${attentionTexts.answerReopens}`
          : attentionTexts.answerText
      }
      submitLabel={attentionTexts.answerConfirm}
      {...form.dialog}
      failure={form.dialog.failure ?? inquiry.failure}
      size="medium"
      onClose={onClose}
    >
      {inquiry.answer && (
        <figure>
          <figcaption>
            <Text size="small" tone="subtle">
              {attentionTexts.asked}
            </Text>
          </figcaption>
          <blockquote className={styles['quote']}>
            {inquiry.answer.text ?? attentionTexts.erased}
          </blockquote>
        </figure>
      )}
      <TextArea
        label={attentionTexts.answerLabel}
        error={form.errorFor('answer', answer.trim() === '' && attentionTexts.answerMissing)}
        rows={6}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
    </ActionDialog>
  );
}
