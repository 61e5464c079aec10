/** State of the change-method form: phase, refused fields and notice (product §4.14). */
import { useEffect, useRef, useState } from 'react';
import { changeMethodTexts } from '#texts/payment/change-method';
import { payTexts } from '#texts/payment/pay';
import type { FieldName } from '../../processors/fields.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { reportFailure } from '../../store/report-failure.ts';
import { toastShown } from '../../store/toasts.ts';
import { type ChangeResult, changeMethod, type MethodChange } from './change-method.ts';
import type { MethodChoice } from './use-method-choice.ts';
import { type FormNotice, toSource } from './use-payment.ts';
import type { PaymentForm } from './use-payment-form.ts';

type ChangeInput = Omit<MethodChange, 'source' | 'kind'> & {
  choice: MethodChoice;
  form: PaymentForm;
};

export function useChangeMethod({ choice, form, ...change }: ChangeInput) {
  const dispatch = useAppDispatch();
  const { kind } = choice;
  const isBusy = useRef(false);
  const isClosed = useRef(false);
  const [phase, setPhase] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [refused, setRefused] = useState<readonly FieldName[]>([]);
  const [notice, setNotice] = useState<FormNotice | null>(null);

  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const failedText = (result: ChangeResult): string =>
    (result.kind === 'failed' && result.message) || payTexts.notChecked[kind];
  /** The popup may be closed while it saves. */
  const announce = (result: ChangeResult): void => {
    if (result.kind === 'changed')
      dispatch(toastShown({ tone: 'success', text: changeMethodTexts.saved.text }));
    else if (result.kind === 'toConfirm')
      dispatch(toastShown({ tone: 'info', text: payTexts.confirmAgain[kind] }));
    else dispatch(toastShown({ tone: 'error', text: failedText(result) }));
  };
  const show = (result: ChangeResult): void => {
    if (isClosed.current) {
      announce(result);
      return;
    }
    setPhase(result.kind === 'changed' ? 'saved' : 'idle');
    if (result.kind === 'invalid') setRefused(result.fields);
    if (result.kind === 'failed') setNotice({ tone: 'danger', text: failedText(result) });
    if (result.kind !== 'toConfirm') return;
    choice.chooseMethod(result.methodId);
    setNotice({ tone: 'warning', text: payTexts.confirmAgain[kind] });
  };
  const submit = async (): Promise<void> => {
    const source = toSource(choice, form);
    if (!source || isBusy.current) return;
    isBusy.current = true;
    setPhase('saving');
    setNotice(null);
    setRefused([]);
    try {
      show(await dispatch(changeMethod({ ...change, kind, source })));
    } catch (error) {
      setPhase('idle');
      setNotice({ tone: 'danger', text: payTexts.notChecked[kind] });
      void dispatch(reportFailure(error));
    } finally {
      isBusy.current = false;
      form.recheck();
    }
  };
  return { submit, phase, refused, notice };
}
