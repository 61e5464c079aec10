// The payment method (product §2.21): saved methods, or tabs for a new card or bank account. Both forms stay
// mounted once opened, because an unmounted iframe loses its content.

import type { ChargeKind } from '@quittance/contract/vocabulary';
import { payTexts } from '#texts/payment/pay';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import type { IconName } from '../../../shared/ui/actions/icon.tsx';
import { MethodLine } from '../../../shared/ui/data/method-line.tsx';
import { OptionCard } from '../../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../../shared/ui/form/option-group.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Tabs } from '../../../shared/ui/overlay/tabs.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { FieldName } from '../../processors/fields.ts';
import { HostedForm } from './hosted-form.tsx';
import styles from './method-form.module.css';
import type { OfferedMethod } from './saved-methods.ts';
import type { MethodChoice } from './use-method-choice.ts';
import type { PaymentForm } from './use-payment-form.ts';

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
  const usable = saved.filter(({ obstacle }) => obstacle === null);
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
          {usable.length > 0 && (
            <div>
              <Button variant="quiet" icon="arrow-left" isFlush onClick={choice.showSaved}>
                {usable.length > 1 ? payTexts.saved.many : payTexts.saved.one}
              </Button>
            </div>
          )}
          {usable.length === 0 && <Obstacles saved={saved} />}
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

function toText({ type, obstacle, isLastUsed }: OfferedMethod): string {
  const kind = payTexts.saved.kinds[type];
  if (obstacle) return payTexts.saved.obstacles[obstacle];
  return isLastUsed ? payTexts.saved.lastUsed(kind) : kind;
}

function Obstacles({ saved }: Pick<MethodChoice, 'saved'>) {
  return saved.map((method) => (
    <Stack key={method.id} gap={1}>
      <MethodLine {...method} />
      <Text size="small" tone="muted">
        {toText(method)}
      </Text>
    </Stack>
  ));
}

/** With more, the list scrolls (product §9.4). */
const SHOWN_MAX = 3;

/** A public link can have only one saved method: the one attached to the invoice (R18). */
function SavedMethods({ choice }: { choice: MethodChoice }) {
  const { saved, chosen } = choice;
  return (
    <Stack gap={4}>
      <div className={css(saved.length > SHOWN_MAX && 'many')}>
        <OptionGroup legend={saved.length > 1 ? payTexts.saved.many : payTexts.saved.one}>
          {saved.map((method) => (
            <OptionCard
              key={method.id}
              name="saved-method"
              value={method.id}
              title={<MethodLine {...method} />}
              text={toText(method)}
              isSelected={method.id === chosen?.id}
              isDisabled={method.obstacle !== null}
              onSelect={() => choice.chooseMethod(method.id)}
            />
          ))}
        </OptionGroup>
      </div>
      <div>
        <Button variant="secondary" icon="plus" onClick={choice.showNew}>
          {payTexts.anotherMethod}
        </Button>
      </div>
    </Stack>
  );
}
