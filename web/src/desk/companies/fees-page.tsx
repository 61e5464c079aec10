// The processing fee and who pays it, with an example.

import {
  type FeeSettings,
  SURCHARGE_BASIS_POINTS_MAX,
} from '@quittance/contract/companies/portal-schemas';
import { formatPercentage } from '@quittance/contract/format';
import { addCents, type Cents, cents, dollarsToCents } from '@quittance/contract/money';
import { type FeeCompany, feeFor, feeTerms } from '@quittance/domain/checkout/fees';
import { useState } from 'react';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useRead } from '../api/use-read.ts';
import { formatMoney, parseAmount, toDecimal } from '../format.ts';
import { AmountInput } from '../forms/amount-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { failureTexts } from '../texts/failures.ts';
import { feesTexts } from '../texts/settings.ts';

export function FeesPage() {
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="fees" text={feesTexts.text}>
      <ReadView read={company}>
        {(found) => <FeesForm company={found} onSaved={company.replace} />}
      </ReadView>
    </SettingsFrame>
  );
}

type Field = keyof FeeSettings;
type FeesDraft = Record<Field, string> & { isFeePayerCompany: boolean };

/** The terms in force: the preference takes precedence over the company's own terms. */
function toDraft(company: Company): FeesDraft {
  const { feeSettings, isFeePayerCompany } = feeTerms(company);
  return {
    card: formatPercentage(feeSettings.card),
    cardFixed: toDecimal(feeSettings.cardFixed),
    ach: formatPercentage(feeSettings.ach),
    achFixed: toDecimal(feeSettings.achFixed),
    isFeePayerCompany,
  };
}

/** Clears the overrides, so that the saved values take effect. */
const NO_OVERRIDE = { feeSettings: null, isFeePayerCompany: null };

const BASIS_POINTS_MAX = 400;

/** A percentage with two decimals is parsed like an amount: 2.9 is 290. */
function basisPointsIn(text: string): number | null {
  const points = dollarsToCents(text);
  return points !== null && points <= BASIS_POINTS_MAX ? points : null;
}

type TypedFees = { [Key in Field]: number | null };

function toTypedFees(draft: FeesDraft): TypedFees {
  return {
    card: basisPointsIn(draft.card),
    ach: basisPointsIn(draft.ach),
    cardFixed: dollarsToCents(draft.cardFixed),
    achFixed: dollarsToCents(draft.achFixed),
  };
}

function toSettings({ card, ach, cardFixed, achFixed }: TypedFees): FeeSettings | null {
  if (card === null || ach === null || cardFixed === null || achFixed === null) return null;
  return { card, ach, cardFixed: cents(cardFixed), achFixed: cents(achFixed) };
}

function FeesForm({ company, onSaved }: { company: Company; onSaved: (c: Company) => void }) {
  const texts = feesTexts;
  const form = useCompanyForm<FeesDraft>({ company, toDraft, onSaved });
  const { draft, set, action } = form;
  const typed = toTypedFees(draft);
  const settings = toSettings(typed);
  const percent = (name: 'card' | 'ach') => (
    <Input
      label={texts[name]}
      hint={name === 'card' ? texts.cardHint : texts.percentHint}
      inputMode="decimal"
      error={typed[name] === null ? texts.percentWrong : undefined}
      value={draft[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  const fixed = (name: 'cardFixed' | 'achFixed') => (
    <AmountInput
      label={texts[name]}
      error={typed[name] === null ? texts.fixedWrong : undefined}
      value={draft[name]}
      onValueChange={(value) => set({ [name]: value })}
    />
  );
  const payer = (isCompany: boolean, title: string, text: string) => (
    <OptionCard
      name="payer"
      value={String(isCompany)}
      title={title}
      text={text}
      isSelected={draft.isFeePayerCompany === isCompany}
      onSelect={() => set({ isFeePayerCompany: isCompany })}
    />
  );
  const { isFeePayerCompany } = draft;
  const [isConfirmed, setIsConfirmed] = useState(false);
  const highest = Math.max(feeTerms(company).feeSettings.card, SURCHARGE_BASIS_POINTS_MAX);
  const isHigh = settings !== null && settings.card > highest;
  const save = (): void => {
    if (!settings || (isHigh && !isConfirmed)) return;
    const fees = { feeSettings: settings, isFeePayerCompany, preference: NO_OVERRIDE };
    form.save(isHigh ? { ...fees, isSurchargeExcluded: true } : fees);
  };
  return (
    <Stack gap={5}>
      <Section title={texts.payer}>
        <OptionGroup legend={texts.payer} isLegendHidden>
          {payer(true, texts.payerCompany, texts.payerCompanyText)}
          {payer(false, texts.payerCustomer, texts.payerCustomerText)}
        </OptionGroup>
        {!isFeePayerCompany && (
          <Stack gap={4}>
            <Notice tone="info">{texts.surcharge}</Notice>
            <FieldGrid>
              {percent('card')}
              {fixed('cardFixed')}
            </FieldGrid>
            {isHigh && (
              <Checkbox
                isChecked={isConfirmed}
                onCheckedChange={setIsConfirmed}
                error={isConfirmed ? undefined : texts.notConfirmed}
              >
                {texts.notSurcharge}
              </Checkbox>
            )}
            <FieldGrid>
              {percent('ach')}
              {fixed('achFixed')}
            </FieldGrid>
          </Stack>
        )}
      </Section>
      {settings && (
        <Example
          company={{
            feeSettings: settings,
            isFeePayerCompany,
            preference: { ...company.preference, ...NO_OVERRIDE },
          }}
        />
      )}
      <SaveBar
        isChanged={form.isChanged}
        isRunning={action.isRunning}
        failure={action.failure}
        error={settings ? undefined : failureTexts.checkFields}
        onSave={save}
        onReset={form.reset}
      />
    </Stack>
  );
}

const FIRST_EXAMPLE = '100.00';

function Example({ company }: { company: FeeCompany }) {
  const texts = feesTexts;
  const [text, setText] = useState(FIRST_EXAMPLE);
  const amount = parseAmount(text);
  const row = (kind: 'card' | 'ach', amountCents: Cents) => {
    const { fee } = feeFor({ kind, amountCents, company });
    return {
      label: texts.exampleRows[kind],
      value: texts.exampleText(formatMoney(fee), formatMoney(addCents(amountCents, fee))),
    };
  };
  return (
    <Section title={texts.example}>
      <FieldGrid>
        <AmountInput
          label={texts.exampleAmount}
          error={amount === null ? texts.exampleWrong : undefined}
          value={text}
          onValueChange={setText}
        />
      </FieldGrid>
      {amount !== null && (
        <div aria-live="polite">
          <SummaryList rows={[row('card', amount), row('ach', amount)]} />
        </div>
      )}
    </Section>
  );
}
