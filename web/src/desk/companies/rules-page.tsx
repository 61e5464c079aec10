// The payment options the company offers, the terms of plans, and the changes payers may make.

import { type Cents, ZERO } from '@quittance/contract/money';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { type PayableCompany, toPayable } from '@quittance/domain/checkout/amounts';
import { buildInstallments, offeredCounts } from '@quittance/domain/checkout/plan';
import { scheduleWindow } from '@quittance/domain/checkout/schedule';
import { useState } from 'react';
import { ownAmountTexts } from '#texts/payment/own-amount';
import { payOptionsTexts } from '#texts/payment/pay-options';
import { PlanChoice } from '../../portal/arrangements/plan-choice.tsx';
import { OtherOptions } from '../../portal/payments/pay/other-options.tsx';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney, parseAmount, useMoments } from '../format.ts';
import { AmountInput } from '../forms/amount-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { failureTexts } from '../texts/failures.ts';
import { rulesTexts } from '../texts/settings.ts';
import { toTokens } from './brand-preview.tsx';
import { isValid, type RulesDraft, toBody, toDraft, toTerms } from './rules-draft.ts';
import { ChangeRules, PlanTerms, WaysToPay } from './rules-fields.tsx';
import styles from './rules-preview.module.css';

export function RulesPage() {
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="rules" text={rulesTexts.text}>
      <ReadView read={company}>
        {(found) => <RulesForm company={found} onSaved={company.replace} />}
      </ReadView>
    </SettingsFrame>
  );
}

function RulesForm({ company, onSaved }: { company: Company; onSaved: (c: Company) => void }) {
  const form = useCompanyForm<RulesDraft>({ company, toDraft, onSaved });
  const { draft, action } = form;
  const isSendable = isValid(draft);
  return (
    <Stack gap={5}>
      <WaysToPay form={form} />
      <PlanTerms form={form} />
      {isSendable && <RulesPreview company={company} draft={draft} />}
      <ChangeRules form={form} />
      <SaveBar
        isChanged={form.isChanged}
        isRunning={action.isRunning}
        failure={action.failure}
        error={isSendable ? undefined : failureTexts.checkFields}
        onSave={() => {
          if (isSendable) form.save(toBody(draft, company));
        }}
        onReset={form.reset}
      />
    </Stack>
  );
}

const css = bindClasses(styles);

const FIRST_EXAMPLE = '1200.00';

type RulesPreviewProps = {
  company: Company;
  draft: RulesDraft;
};

function changedBy({ company, draft }: RulesPreviewProps): PayableCompany {
  const { rules, preference } = toTerms(draft, company);
  return {
    ...company,
    rules: { ...company.rules, ...rules },
    preference: { ...company.preference, ...preference },
  };
}

/**
 * Shows an open invoice as the payer would see it under the typed rules, with the same components and computations
 * as the payer's page.
 */
function RulesPreview(props: RulesPreviewProps) {
  const texts = rulesTexts;
  const [text, setText] = useState(FIRST_EXAMPLE);
  const amount = parseAmount(text);
  return (
    <Section title={texts.preview} text={texts.previewText}>
      <FieldGrid>
        <AmountInput
          label={texts.exampleAmount}
          error={amount === null ? texts.exampleWrong : undefined}
          value={text}
          onValueChange={setText}
        />
      </FieldGrid>
      {amount !== null && (
        <div style={toTokens(brandPalette(props.company), 'light')}>
          <PayCard company={changedBy(props)} amount={amount} />
        </div>
      )}
    </Section>
  );
}

type PayCardProps = { company: PayableCompany; amount: Cents };

function PayCard({ company, amount }: PayCardProps) {
  const texts = rulesTexts;
  const balance = { totalCents: amount, paidCents: ZERO, negotiation: null };
  const payable = toPayable({ status: 'DUE', company, ...balance });
  const [option, setOption] = useState<PaymentOption | null>(null);
  const [method] = payable.kinds.length > 1 ? (['both'] as const) : payable.kinds;
  const isOffered = (name: PaymentOption) => payable.options.includes(name);
  return (
    <div className={css('card')}>
      <Text tone="muted">{texts.exampleInvoice}</Text>
      <Money text={formatMoney(amount)} size="large" isStrong />
      {!payable.isPayable && <Text tone="danger">{texts.notPayable}</Text>}
      {isOffered('PAY_IN_FULL') && (
        <Stack gap={1}>
          <span className={css('button')}>{payOptionsTexts.titles.PAY_IN_FULL}</span>
          <Text size="small" tone="muted">
            {method && texts.methodsShown[method]}
          </Text>
          {company.rules.isOwnAmountAllowed && (
            <span className={css('link')}>{ownAmountTexts.open}</span>
          )}
        </Stack>
      )}
      <OtherOptions company={company} invoice={{ payable }} onChoose={setOption} />
      {option !== null && isOffered(option) && (
        <Chosen option={option} company={company} amount={amount} fee={payable.fees.card.fee} />
      )}
    </div>
  );
}

type ChosenProps = PayCardProps & { option: PaymentOption; fee: Cents };

function Chosen({ option, company, amount, fee }: ChosenProps) {
  const { today } = useMoments();
  const { preference } = company;
  const counts = offeredCounts({ preference, amountCents: amount });
  const most = counts.at(-1) ?? 0;
  const [chosen, setChosen] = useState(most);
  const count = counts.includes(chosen) ? chosen : most;
  const anchor = today();
  if (option === 'PAYMENT_EXTENSION') {
    const { earliest, latest } = scheduleWindow({ today: anchor, preference });
    return <Text>{rulesTexts.dates(formatDay(earliest), formatDay(latest))}</Text>;
  }
  const installments = buildInstallments({ amountCents: amount, feeCents: fee, count, anchor });
  return (
    <PlanChoice
      counts={counts}
      count={count}
      installments={installments}
      today={anchor}
      onCountChange={setChosen}
    />
  );
}
