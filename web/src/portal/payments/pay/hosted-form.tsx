// The fields of a new card or bank account (product §5.1, §5.2): one processor iframe per field, or one for the
// whole form. The label, box and error are our own.

import { ACH_HOLDERS, ACH_KINDS, type AchAccountType } from '@quittance/contract/vocabulary';
import { fieldTexts } from '#texts/payment/fields';
import { payTexts } from '#texts/payment/pay';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { FieldFrame } from '../../../shared/ui/form/field-frame.tsx';
import { HostedElement } from '../../../shared/ui/form/hosted-element.tsx';
import { Input } from '../../../shared/ui/form/input.tsx';
import { Select } from '../../../shared/ui/form/select.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import {
  FIELD_LABELS,
  type FieldName,
  type OwnField,
  WHOLE_FORM,
} from '../../processors/fields.ts';
import { fieldMessage } from './form-rules.ts';
import styles from './hosted-form.module.css';
import type { PaymentForm } from './use-payment-form.ts';
import { containerIdFor, walletContainerIdFor } from './use-secure-fields.ts';

const css = bindClasses(styles);

const WIDE_FIELDS: readonly FieldName[] = [
  'cardHolder',
  'cardNumber',
  'routingNumber',
  'accountNumber',
  'driverLicenseState',
  'businessName',
  WHOLE_FORM,
];

const AUTOCOMPLETE: Record<OwnField, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  businessName: 'organization',
};

type HostedFormProps = {
  form: PaymentForm;
  refused: readonly FieldName[];
};

export function HostedForm({ form, refused }: HostedFormProps) {
  const toMessage = (field: FieldName): string | undefined => {
    const state = form.validity?.[field];
    const isRefused = refused.includes(field);
    return (state && fieldMessage({ field, state, isRefused })) ?? undefined;
  };
  return (
    <div className={css('form')}>
      {form.layout.hasWallet && (
        <WalletButton
          containerId={walletContainerIdFor(form.kind)}
          isOffered={form.isWalletWanted && form.fields?.wallet !== undefined}
        />
      )}
      <div className={css('fields')}>
        {form.account && <AccountType form={form} accountType={form.account.accountType} />}
        {form.layout.hosted.map((field) => (
          <div key={field} className={css(WIDE_FIELDS.includes(field) && 'wide')}>
            <HostedField form={form} field={field} error={toMessage(field)} />
          </div>
        ))}
        {form.payerId && (
          <div className={css('wide')}>
            <Text size="small" tone="muted">
              {fieldTexts.payerId[form.payerId]}
            </Text>
          </div>
        )}
        {form.layout.own.map((field) => (
          <div key={field} className={css(WIDE_FIELDS.includes(field) && 'wide')}>
            <Input
              label={FIELD_LABELS[field]}
              autoComplete={AUTOCOMPLETE[field]}
              value={form.ownText(field)}
              error={toMessage(field)}
              onChange={({ target }) => form.changeOwn(field, { text: target.value })}
              onFocus={() => form.changeOwn(field, { isFocused: true })}
              onBlur={() => form.changeOwn(field, { isFocused: false, isTouched: true })}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

const HOLDERS = ACH_HOLDERS.map((value) => ({ value, label: fieldTexts.accountHolders[value] }));
const KINDS = ACH_KINDS.map((value) => ({ value, label: fieldTexts.accountKinds[value] }));

type AccountTypeProps = { form: PaymentForm; accountType: AchAccountType };

/** Two questions that together give one value of product §3. */
function AccountType({ form, accountType }: AccountTypeProps) {
  const holder = ACH_HOLDERS.find((value) => accountType.startsWith(value)) ?? 'PERSONAL';
  const kind = ACH_KINDS.find((value) => accountType.endsWith(value)) ?? 'CHECKING';
  return (
    <>
      <Select
        label={fieldTexts.accountHolder}
        options={HOLDERS}
        value={holder}
        onValueChange={(value) => form.changeAccountType(`${value}_${kind}`)}
      />
      <Select
        label={fieldTexts.accountKind}
        options={KINDS}
        value={kind}
        onValueChange={(value) => form.changeAccountType(`${holder}_${value}`)}
      />
    </>
  );
}

type HostedFieldProps = { form: PaymentForm; field: FieldName; error: string | undefined };

function HostedField({ form, field, error }: HostedFieldProps) {
  const containerId = containerIdFor(form.kind)(field);
  const isLoading = form.phase !== 'ready';
  if (field === WHOLE_FORM)
    return (
      <HostedElement label={FIELD_LABELS[field]} containerId={containerId} isLoading={isLoading} />
    );
  return (
    <FieldFrame
      label={FIELD_LABELS[field]}
      containerId={containerId}
      error={error}
      isFocused={form.validity?.[field]?.isFocused ?? false}
      isLoading={isLoading}
      scheme={form.fixedScheme}
      onPress={() => form.fields?.focus(field)}
    />
  );
}

type WalletButtonProps = {
  containerId: string;
  isOffered: boolean;
};

/**
 * The container of the processor's wallet button (product §5.13), above the card fields. It takes no space if the
 * browser does not have a wallet.
 */
function WalletButton({ containerId, isOffered }: WalletButtonProps) {
  return (
    <div className={css('room', !isOffered && 'waiting')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border and a legend */}
      <div role="group" aria-label={payTexts.wallet} id={containerId} className={css('button')} />
      {isOffered && (
        <div className={css('divider')}>
          <Text as="span" size="small" tone="muted">
            {payTexts.orByCard}
          </Text>
        </div>
      )}
    </div>
  );
}
