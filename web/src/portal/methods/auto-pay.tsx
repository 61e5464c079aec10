// Auto-pay (R14): on or off, and its method. The authorization text is visible before a change; for a bank
// account it is sent to the server, which compares it (R27).

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatLast4, formatMoney, formatPercentage } from '@quittance/contract/format';
import type { MethodId } from '@quittance/contract/ids';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { ZERO } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { useState } from 'react';
import { methodsTexts } from '#texts/payment/methods';
import { mandateText, shownMandate } from '../../shared/lib/mandate-text.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { cardBrandName } from '../../shared/ui/data/card-brand-mark.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Switch } from '../../shared/ui/form/switch.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { setAutoPayMethod, toggleAutoPay } from '../store/customer.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { selectCompany, selectSignedInCustomer } from '../store/reads.ts';
import type { SavedMethodLine } from '../store/saved-methods.ts';

const texts = methodsTexts.autoPay;

function toName({ type, brand, last4 }: SavedMethodLine): string {
  const kind = type === 'ach' ? texts.bankAccount : cardBrandName(brand);
  return texts.method(kind, formatLast4(last4));
}

function authorizationFor({ type: kind, last4 }: SavedMethodLine, company: Company): string {
  const fee = feeFor({ kind, amountCents: ZERO, company });
  return mandateText({ purpose: 'AUTO_PAY', kind, company, methodLast4: last4, fee });
}

function isTaken({ type }: SavedMethodLine, { rules }: Company): boolean {
  return !rules.restrictedPaymentMethods.includes(type === 'ach' ? 'ACH' : 'CARD');
}

function obstacleTo(method: SavedMethodLine): string | null {
  if (method.isPayNowOnly) return texts.disputed(toName(method));
  return method.isExpired ? texts.expired(toName(method)) : null;
}

export function AutoPay({ methods }: { methods: readonly SavedMethodLine[] }) {
  const company = useAppSelector(selectCompany);
  if (!company) return null;
  const taken = methods.filter((method) => isTaken(method, company));
  const [first, ...others] = taken.filter((method) => obstacleTo(method) === null);
  return (
    <>
      {first && <Setting company={company} methods={[first, ...others]} owned={methods} />}
      {taken.map(obstacleTo).map(
        (reason) =>
          reason && (
            <Text key={reason} size="small" tone="muted">
              {reason}
            </Text>
          ),
      )}
    </>
  );
}

type SettingProps = {
  company: Company;
  methods: readonly [SavedMethodLine, ...SavedMethodLine[]];
  /** Includes methods that cannot be chosen, because auto-pay may still use one of them. */
  owned: readonly SavedMethodLine[];
};

function Setting({ company, methods, owned }: SettingProps) {
  const dispatch = useAppDispatch();
  const isLoading = useAppSelector((state) => state.customer.autoPayIsLoading);
  const customer = useAppSelector(selectSignedInCustomer);
  const isOn = customer?.isAutoPayActive ?? false;
  const currentId = customer?.autoPayPMID ?? null;
  const [chosenId, setChosenId] = useState<MethodId | null>(null);
  const wantedId = chosenId ?? currentId;
  const method = methods.find(({ id }) => id === wantedId) ?? methods[0];
  const text = authorizationFor(method, company);
  const feeTerms = toFeeTerms(method, company);
  const isChange = isOn && method.id !== currentId;
  const current = owned.find(({ id }) => id === currentId);
  const isOtherKind = isChange && current !== undefined && current.type !== method.type;
  const consent = {
    ...shownMandate(method.type, text),
    ...(isOtherKind ? { feeTerms } : {}),
  };

  const toggle = (isWanted: boolean): void => {
    const body = isWanted ? { pmID: method.id, ...consent } : { pmID: null };
    void dispatch(toggleAutoPay({ body }));
  };
  const useIt = (): void =>
    void dispatch(setAutoPayMethod({ body: { pmID: method.id, ...consent } }));
  return (
    <Stack as="section" gap={4}>
      <Switch
        label={texts.title}
        text={isOn ? texts.on : texts.off}
        isOn={isOn}
        isLoading={isLoading}
        onChange={toggle}
      />
      <Select
        label={texts.payWith}
        options={methods.map((option) => ({ value: option.id, label: toName(option) }))}
        value={method.id}
        disabled={isLoading}
        onValueChange={setChosenId}
      />
      {isOn && !isChange ? (
        <Expandable section={texts.authorization}>
          <Text size="small" tone="muted">
            {text}
          </Text>
        </Expandable>
      ) : (
        <Authorization title={isChange ? texts.agreeByUsing : texts.agreeBySwitching} text={text} />
      )}
      {isOtherKind && <FeeChange before={toFeeTerms(current, company)} after={feeTerms} />}
      {isChange && (
        <Stack direction="row" gap={3} wraps>
          <Button isLoading={isLoading} onClick={useIt}>
            {texts.use}
          </Button>
          <Button variant="quiet" onClick={() => setChosenId(null)}>
            {texts.cancel}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

type FeeTerms = Pick<FeeDetail, 'feePercentage' | 'feeFixed'>;

function toFeeTerms({ type: kind }: SavedMethodLine, company: Company): FeeTerms {
  const { feePercentage, feeFixed } = feeFor({ kind, amountCents: ZERO, company });
  return { feePercentage, feeFixed };
}

function feeText({ feePercentage, feeFixed }: FeeTerms): string {
  const isFree = feePercentage === 0 && feeFixed === 0;
  return isFree ? texts.noFee : texts.fee(formatPercentage(feePercentage), formatMoney(feeFixed));
}

/** The fee of every charge not yet sent depends on the kind of method (R36). */
function FeeChange({ before, after }: { before: FeeTerms; after: FeeTerms }) {
  return (
    <SummaryList
      look="tight"
      rows={[
        { label: texts.feeBefore, value: feeText(before) },
        { label: texts.feeAfter, value: feeText(after), isStrong: true },
      ]}
    />
  );
}

function Authorization({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap={1}>
      <Text size="small" isStrong>
        {title}
      </Text>
      <Text size="small" tone="muted">
        {text}
      </Text>
    </Stack>
  );
}
