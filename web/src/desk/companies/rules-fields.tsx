// The fields of the rules: ways to pay, terms of plans, changes by payers.

import { PAYMENT_OPTIONS, type PaymentOption } from '@quittance/contract/vocabulary';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import type { CompanyForm } from '../settings/use-company-form.ts';
import { rulesTexts } from '../texts/settings.ts';
import {
  amountIn,
  type NumberField,
  numberIn,
  RANGES,
  type RulesDraft,
  shortfallIn,
} from './rules-draft.ts';

type FieldsProps = { form: CompanyForm<RulesDraft> };

type Flag =
  | 'isCardOffered'
  | 'isAchOffered'
  | 'isOwnAmountAllowed'
  | 'isContractsVisible'
  | 'isCreditApplied'
  | 'isFeeKeepable'
  | 'isInvoiceAttached'
  | 'isIncreased'
  | 'isDayChange'
  | 'isShortening';

function FlagField({ form, name, label }: FieldsProps & { name: Flag; label: string }) {
  return (
    <Checkbox
      isChecked={form.draft[name]}
      onCheckedChange={(isChecked) => form.set({ [name]: isChecked })}
    >
      {label}
    </Checkbox>
  );
}

function NumberInput({ form, name, label }: FieldsProps & { name: NumberField; label: string }) {
  const { hint } = RANGES[name];
  return (
    <Input
      label={label}
      hint={hint}
      inputMode="numeric"
      error={numberIn(form.draft, name) === null ? rulesTexts.wrong(hint) : undefined}
      value={form.draft[name]}
      onChange={({ currentTarget }) => form.set({ [name]: currentTarget.value })}
    />
  );
}

export function WaysToPay({ form }: FieldsProps) {
  const texts = rulesTexts;
  const { draft, set } = form;
  const toggle = (option: PaymentOption, isOn: boolean): void => {
    const chosen = PAYMENT_OPTIONS.filter((each) =>
      each === option ? isOn : draft.options.includes(each),
    );
    set({ options: chosen });
  };
  const hasMethod = draft.isCardOffered || draft.isAchOffered;
  return (
    <Section title={texts.ways}>
      <OptionGroup legend={texts.ways} isLegendHidden>
        {PAYMENT_OPTIONS.map((option) => (
          <Checkbox
            key={option}
            isChecked={draft.options.includes(option)}
            onCheckedChange={(isOn) => toggle(option, isOn)}
          >
            {texts.options[option]}
          </Checkbox>
        ))}
        {draft.options.length === 0 && <Text tone="danger">{texts.optionNeeded}</Text>}
      </OptionGroup>
      <OptionGroup legend={texts.methods}>
        <FlagField form={form} name="isCardOffered" label={texts.methodNames.CARD} />
        <FlagField form={form} name="isAchOffered" label={texts.methodNames.ACH} />
        {!hasMethod && <Text tone="danger">{texts.methodNeeded}</Text>}
      </OptionGroup>
      <OptionGroup legend={texts.more}>
        <FlagField form={form} name="isOwnAmountAllowed" label={texts.ownAmount} />
        <FlagField form={form} name="isContractsVisible" label={texts.contracts} />
        <FlagField form={form} name="isCreditApplied" label={texts.creditApplied} />
        <FlagField form={form} name="isFeeKeepable" label={texts.feeKeepable} />
        <FlagField form={form} name="isInvoiceAttached" label={texts.invoiceAttached} />
      </OptionGroup>
      <AmountInput
        label={texts.shortfallMax}
        hint={texts.shortfallHint}
        error={shortfallIn(draft) === null ? texts.shortfallWrong : undefined}
        value={draft.shortfallMax}
        onValueChange={(shortfallMax) => set({ shortfallMax })}
      />
    </Section>
  );
}

export function PlanTerms({ form }: FieldsProps) {
  const texts = rulesTexts;
  const { draft, set } = form;
  return (
    <Section title={texts.plans}>
      <FieldGrid>
        <NumberInput form={form} name="maxInstallments" label={texts.maxInstallments} />
        <NumberInput form={form} name="maxExtension" label={texts.maxExtension} />
      </FieldGrid>
      <FlagField form={form} name="isIncreased" label={texts.isIncreased} />
      {draft.isIncreased && (
        <FieldGrid>
          <AmountInput
            label={texts.increasedAmount}
            error={amountIn(draft) === null ? texts.amountWrong : undefined}
            value={draft.increasedAmount}
            onValueChange={(increasedAmount) => set({ increasedAmount })}
          />
          <NumberInput form={form} name="maxIncreased" label={texts.maxIncreased} />
        </FieldGrid>
      )}
    </Section>
  );
}

const PAUSES = ['NEVER', 'ON_REQUEST', 'AT_ONCE'] as const;

export function ChangeRules({ form }: FieldsProps) {
  const texts = rulesTexts;
  const { draft, set } = form;
  return (
    <Section title={texts.changes} text={texts.changesText}>
      <FieldGrid>
        <NumberInput form={form} name="maxMoveDays" label={texts.maxMoveDays} />
        <NumberInput form={form} name="maxSkips" label={texts.maxSkips} />
        <Select
          label={texts.pause}
          options={PAUSES.map((value) => ({ value, label: texts.pauses[value] }))}
          value={draft.pause}
          onValueChange={(pause) => set({ pause })}
        />
        {draft.pause !== 'NEVER' && (
          <NumberInput form={form} name="maxPause" label={texts.maxPause} />
        )}
      </FieldGrid>
      <FlagField form={form} name="isDayChange" label={texts.isDayChange} />
      <FlagField form={form} name="isShortening" label={texts.isShortening} />
    </Section>
  );
}
