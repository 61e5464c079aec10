// Answers a question or a dispute of a payer (R40).

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { attentionTexts } from '../texts/attention.ts';
import styles from './answer-inquiry.module.css';

type AnswerInquiryProps = {
  /** Of an item, or of an inquiry itself. */
  item: { facts: { objectId: string } };
  onSettled: () => void;
};

export function AnswerInquiry({ item, onSettled }: AnswerInquiryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{attentionTexts.answer}</Button>
      {isOpen && (
        <AnswerDialog
          inquiryId={item.facts.objectId}
          onSettled={onSettled}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type AnswerDialogProps = { inquiryId: string; onSettled: () => void; onClose: () => void };

function AnswerDialog({ inquiryId, onSettled, onClose }: AnswerDialogProps) {
  const params = { inquiryId };
  const inquiry = useRead('getInquiry', { params });
  const action = useAction('answerInquiry');
  const [answer, setAnswer] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const send = async (): Promise<void> => {
    setIsChecked(true);
    if (answer.trim() === '') return;
    const result = await action.run({ params, body: { answer } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: attentionTexts.answered });
    onClose();
    onSettled();
  };
  return (
    <ActionDialog
      title={attentionTexts.answerTitle}
      text={attentionTexts.answerText}
      submitLabel={attentionTexts.answerConfirm}
      isRunning={action.isRunning}
      failure={action.failure ?? inquiry.failure}
      size="medium"
      onSubmit={() => void send()}
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
        error={isChecked && answer.trim() === '' ? attentionTexts.answerMissing : undefined}
        rows={6}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
    </ActionDialog>
  );
}
