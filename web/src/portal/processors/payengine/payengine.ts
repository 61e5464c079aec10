/**
 * PayEngine's secure fields behind the port of fields.ts, loaded by the `payengine` package from the URL in
 * the company's processorData. Card and bank account are separate forms: a form tokenizes every field that
 * is registered on it.
 */
import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { fieldTexts } from '#texts/payment/fields';
import { abovePopup } from '../above-popup.ts';
import { textStyles } from '../appearance.ts';
import {
  type AccountDetails,
  FIELD_LABELS,
  type FieldAppearance,
  type FieldName,
  type FieldState,
  type FormValidity,
  type MountedFields,
  type MountRequest,
  type PayerAction,
  type TokenizeResult,
} from '../fields.ts';
import { layoutFor } from '../layouts.ts';
import { loadWithin } from '../script-loader.ts';
import {
  type PayengineApi,
  type PayengineFieldOptions,
  type PayengineForm,
  readInvalidNames,
  readMethodDetails,
  readToken,
} from './payengine-api.ts';
import { loadPayengineScript } from './payengine-loader.ts';

const CVC_LENGTH_MAX = 4;
const ROUTING_NUMBER_LENGTH = 9;
const ACCOUNT_NUMBER_LENGTH_MAX = 17;
const CONSOLE_URL = 'https://console.payengine.';

type FieldDescription = Omit<PayengineFieldOptions, 'ariaLabel' | 'css'>;

const REQUIRED: FieldDescription['validations'] = ['required'];

const FIELDS: Partial<Record<FieldName, FieldDescription>> = {
  cardHolder: { type: 'text', name: 'card_holder', validations: REQUIRED },
  cardNumber: {
    type: 'card-number',
    name: 'card_number',
    placeholder: '1234 1234 1234 1234',
    showCardIcon: true,
    validations: ['required', 'validCardNumber'],
  },
  expiry: {
    type: 'card-expiration-date',
    name: 'card_exp',
    placeholder: fieldTexts.expiryFormat,
    validations: ['required', 'validCardExpirationDate'],
  },
  cvc: {
    type: 'card-security-code',
    name: 'card_cvc',
    maxLength: CVC_LENGTH_MAX,
    validations: ['required', 'validCardSecurityCode'],
  },
  routingNumber: {
    type: 'number',
    name: 'routing_number',
    maxLength: ROUTING_NUMBER_LENGTH,
    validations: ['required', '/^[0-9]{9}$/'],
  },
  accountNumber: {
    type: 'number',
    name: 'account_number',
    maxLength: ACCOUNT_NUMBER_LENGTH_MAX,
    validations: ['required', '/^[0-9]{6,17}$/'],
  },
  firstName: { type: 'text', name: 'first_name', validations: REQUIRED },
  lastName: { type: 'text', name: 'last_name', validations: REQUIRED },
};

type HostedField = { field: FieldName; description: FieldDescription };

function fieldsFor({ kind, data }: MountRequest): HostedField[] {
  const { hosted } = layoutFor({ processor: 'payengine', processorData: data }, kind);
  return hosted.flatMap((field) => {
    const description = FIELDS[field];
    return description ? [{ field, description }] : [];
  });
}

const toSource = ({ scriptUrl }: ProcessorData): string => scriptUrl ?? CONSOLE_URL;

async function load(data: ProcessorData): Promise<PayengineApi> {
  const { publicKey, scriptUrl } = data;
  return loadWithin({
    sourceUrl: toSource(data),
    load: () =>
      loadPayengineScript({
        ...(publicKey === null ? {} : { publicKey }),
        // With a scriptURL the package ignores `lightweight` and logs a warning.
        ...(scriptUrl === null ? { lightweight: true } : { scriptURL: scriptUrl }),
      }),
  });
}

function cssFor(appearance: FieldAppearance) {
  return { ...textStyles(appearance), '&::placeholder': { color: appearance.placeholderColor } };
}

/** No documented event reports that a field is ready, so the load event of its frame is used instead. */
async function framesLoaded(containers: readonly HTMLElement[]): Promise<void> {
  const frames = containers.flatMap((container) => [...container.querySelectorAll('iframe')]);
  await Promise.all(
    frames.map(
      (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
    ),
  );
}

/** A field without a reported state counts as valid, because `createCard` validates it. */
function toState(form: PayengineForm, name: string): FieldState {
  const state = form.state?.[name];
  return {
    isEmpty: state?.isEmpty ?? false,
    isDirty: state?.isDirty ?? true,
    isTouched: state?.isTouched ?? false,
    isFocused: state?.isFocused ?? false,
    isValid: state?.isValid ?? true,
  };
}

/** A business is identified by its name. */
function toAccount({ accountType, businessName }: AccountDetails): Record<string, string> {
  return {
    account_type: accountType.endsWith('SAVINGS') ? 'savings' : 'checking',
    ...(businessName && { business_name: businessName }),
  };
}

type FilledForm = { form: PayengineForm; kind: ChargeKind; hosted: readonly HostedField[] };

/** The form may either resolve or reject with the errors of its fields. */
async function tokenize(
  { form, kind, hosted }: FilledForm,
  account: AccountDetails | undefined,
): Promise<TokenizeResult> {
  const tokenizing =
    kind === 'card' ? form.createCard() : form.createBankAccount(account && toAccount(account));
  const result: unknown = await tokenizing.catch((error: unknown) => error);
  const token = readToken(result);
  if (token !== null) {
    const details = readMethodDetails(result);
    return { kind: 'token', token, ...(details && { details }) };
  }
  const names = readInvalidNames(
    result,
    hosted.map(({ description }) => description.name),
  );
  const wrong = hosted.filter(({ description }) => names.includes(description.name));
  if (wrong.length > 0) return { kind: 'invalid', fields: wrong.map(({ field }) => field) };
  // The text of the token service is not meant for payers.
  return { kind: 'failed', message: null };
}

/** The script changes a container's class with the focus, text or errors of its field (as VGS Collect does). */
function observe(containers: readonly HTMLElement[], onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const container of containers) observer.observe(container, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

async function mount(request: MountRequest): Promise<MountedFields> {
  const { kind, data, appearance, containerId } = request;
  const api = await load(data);
  const form = await api.SecureFields.create();
  const css = cssFor(appearance);
  const hosted = fieldsFor(request);
  const handles = new Map(
    hosted.map(({ field, description }) => {
      const options = { ...description, ariaLabel: FIELD_LABELS[field], css };
      return [field, form.field(`#${containerId(field)}`, options)];
    }),
  );
  const containers = hosted.flatMap(({ field }) => {
    const container = document.getElementById(containerId(field));
    return container ? [container] : [];
  });
  await loadWithin({ sourceUrl: toSource(data), load: () => framesLoaded(containers) });
  return {
    validity: (): FormValidity =>
      Object.fromEntries(
        hosted.map(({ field, description }) => [field, toState(form, description.name)]),
      ),
    subscribe: (onChange) => observe(containers, onChange),
    tokenize: (account) => tokenize({ form, kind, hosted }, account),
    focus: (field) => handles.get(field)?.focus?.(),
    unmount: () => {
      form.destroy?.();
      for (const container of containers) container.replaceChildren();
    },
  };
}

async function confirmAction({ data, threeDSData }: PayerAction): Promise<boolean> {
  const api = await load(data);
  return abovePopup(
    () =>
      new Promise<boolean>((resolve) => {
        api.perform3DSFlow(threeDSData, ({ success }) => resolve(success));
      }),
  );
}

/** Optional: without it the bank may require a challenge more often. */
async function browserInfo(data: ProcessorData): Promise<string | null> {
  const api = await load(data);
  return api.collectBrowserInfo();
}

export const payengine = { mount, confirmAction, browserInfo };
