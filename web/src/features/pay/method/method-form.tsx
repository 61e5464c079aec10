// The payment method (product §2.21): saved methods, or tabs for a new card or bank account. Both forms stay
// mounted once opened, because an unmounted iframe loses its content.

import type { ChargeKind } from '@quittance/contract/vocabulary';
import { payTexts } from '#texts/payment/pay';
import { bindClasses } from '../../../lib/bind-classes.ts';
import type { FieldName } from '../../../processors/fields.ts';
import { Button } from '../../../ui/actions/button.tsx';
import type { IconName } from '../../../ui/actions/icon.tsx';
import { MethodLine } from '../../../ui/data/method-line.tsx';
import { OptionCard } from '../../../ui/form/option-card.tsx';
import { OptionGroup } from '../../../ui/form/option-group.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Tabs } from '../../../ui/overlay/tabs.tsx';
import type { PaymentForm } from '../submit/use-payment-form.ts';
import { HostedForm } from './hosted-form.tsx';
import styles from './method-form.module.css';
import type { MethodChoice } from './use-method-choice.ts';

const css = bindClasses(styles);

const KINDS = [
  { value: 'card', label: payTexts.kinds.card, icon: 'card' },
  { value: 'ach', label: payTexts.kinds.ach, icon: 'bank' },
] as const satisfies readonly { value: ChargeKind; label: string; icon: IconName }[];

type MethodFormProps = {
  choice: MethodChoice;
  forms: Record<ChargeKind, PaymentForm>;
  refused: readonly FieldName[];
};

export function MethodForm({ choice, forms, refused }: MethodFormProps) {
  const { saved, chosen, kind, kinds } = choice;
  const tabs = KINDS.map(({ value, ...face }) => ({
    ...face,
    value,
    isDisabled: kinds.length > 0 && !kinds.includes(value),
    content: <HostedForm form={forms[value]} refused={value === kind ? refused : []} />,
  }));
  return (
    <>
      {chosen && <SavedMethods choice={choice} />}
      <div hidden={chosen !== null}>
        <Stack gap={2}>
          {saved.length > 0 && (
            <div>
              <Button variant="quiet" icon="arrow-left" isFlush onClick={choice.showSaved}>
                {saved.length > 1 ? payTexts.saved.many : payTexts.saved.one}
              </Button>
            </div>
          )}
          <Tabs
            label={payTexts.kind}
            tabs={tabs}
            value={kind}
            onValueChange={choice.chooseKind}
            keepsMounted
          />
        </Stack>
      </div>
    </>
  );
}

/** A public link has at most one: the method attached to the invoice (R18). */
function SavedMethods({ choice }: { choice: MethodChoice }) {
  const { saved, chosen } = choice;
  return (
    <Stack gap={4}>
      <OptionGroup legend={saved.length > 1 ? payTexts.saved.many : payTexts.saved.one}>
        {saved.map(({ id, ...line }) => (
          <OptionCard
            key={id}
            name="saved-method"
            value={id}
            title={<MethodLine {...line} />}
            isSelected={id === chosen?.id}
            onSelect={() => choice.chooseMethod(id)}
          />
        ))}
      </OptionGroup>
      <div className={css('another')}>
        <Button variant="secondary" icon="plus" onClick={choice.showNew}>
          {payTexts.anotherMethod}
        </Button>
      </div>
    </Stack>
  );
}
