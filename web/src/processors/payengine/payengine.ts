/**
 * PayEngine's secure fields behind the port of fields.ts, loaded by the real `payengine` package from
 * the address the company's processorData names. A card and a bank account are forms of their own:
 * each one trades every field that is registered on it.
 */
import type { ProcessorData } from '@quittance/contract/company';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { fieldTexts } from '#texts/payment/fields';
import { abovePopup } from '../above-popup.ts';
import { textStyles } from '../appearance.ts';
import {
  FIELD_LABELS,
  type FieldAppearance,
  type FieldName,
  type FieldState,
  type FormValidity,
  type MountedFields,
  type MountRequest,
  type PayerAction,
  type Tokenized,
} from '../fields.ts';
import { LAYOUTS } from '../layouts.ts';
import { loadWithin } from '../script-loader.ts';
import {
  type PayengineApi,
  type PayengineFieldOptions,
  type PayengineForm,
  readInvalidNames,
  readLook,
  readMessage,
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
    validations: REQUIRED,
  },
  accountNumber: {
    type: 'number',
    name: 'account_number',
    maxLength: ACCOUNT_NUMBER_LENGTH_MAX,
    validations: REQUIRED,
  },
  firstName: { type: 'text', name: 'first_name', validations: REQUIRED },
  lastName: { type: 'text', name: 'last_name', validations: REQUIRED },
};

type DrawnField = { field: FieldName; description: FieldDescription };

function fieldsFor(kind: ChargeKind): DrawnField[] {
  return LAYOUTS.payengine[kind].hosted.flatMap((field) => {
    const description = FIELDS[field];
    return description ? [{ field, description }] : [];
  });
}

const sourceOf = ({ scriptUrl }: ProcessorData): string => scriptUrl ?? CONSOLE_URL;

async function load(data: ProcessorData): Promise<PayengineApi> {
  const { publicKey, scriptUrl } = data;
  return loadWithin({
    sourceUrl: sourceOf(data),
    load: () =>
      loadPayengineScript({
        ...(publicKey === null ? {} : { publicKey }),
        // With an address of its own the package ignores `lightweight` and warns about it.
        ...(scriptUrl === null ? { lightweight: true } : { scriptURL: scriptUrl }),
      }),
  });
}

function cssFor(appearance: FieldAppearance) {
  return { ...textStyles(appearance), '&::placeholder': { color: appearance.placeholderColor } };
}

/** The script has no documented sign that a field can be typed in; its frame having loaded is one. */
async function framesLoaded(containers: readonly HTMLElement[]): Promise<void> {
  const frames = containers.flatMap((container) => [...container.querySelectorAll('iframe')]);
  await Promise.all(
    frames.map(
      (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
    ),
  );
}

/** Where the form says nothing of a field, createCard decides: nothing is held back meanwhile. */
function stateOf(form: PayengineForm, name: string): FieldState {
  const state = form.state?.[name];
  return {
    isEmpty: state?.isEmpty ?? false,
    isDirty: state?.isDirty ?? true,
    isTouched: state?.isTouched ?? false,
    isFocused: state?.isFocused ?? false,
    isValid: state?.isValid ?? true,
  };
}

/** The form resolves or rejects with the errors of the fields; both are read alike. */
async function tokenize(
  form: PayengineForm,
  kind: ChargeKind,
  drawn: readonly DrawnField[],
): Promise<Tokenized> {
  const trading = kind === 'card' ? form.createCard() : form.createBankAccount();
  const result: unknown = await trading.catch((error: unknown) => error);
  const token = readToken(result);
  if (token !== null) {
    const look = readLook(result);
    return { kind: 'token', token, ...(look && { look }) };
  }
  const names = readInvalidNames(
    result,
    drawn.map(({ description }) => description.name),
  );
  const wrong = drawn.filter(({ description }) => names.includes(description.name));
  if (wrong.length > 0) return { kind: 'invalid', fields: wrong.map(({ field }) => field) };
  return { kind: 'failed', message: readMessage(result) };
}

/** The script marks a container when its field gains focus, text or an error (as VGS Collect does). */
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
  const drawn = fieldsFor(kind);
  const handles = new Map(
    drawn.map(({ field, description }) => {
      const options = { ...description, ariaLabel: FIELD_LABELS[field], css };
      return [field, form.field(`#${containerId(field)}`, options)];
    }),
  );
  const containers = drawn.flatMap(({ field }) => {
    const container = document.getElementById(containerId(field));
    return container ? [container] : [];
  });
  await loadWithin({ sourceUrl: sourceOf(data), load: () => framesLoaded(containers) });
  return {
    validity: (): FormValidity =>
      Object.fromEntries(
        drawn.map(({ field, description }) => [field, stateOf(form, description.name)]),
      ),
    subscribe: (onChange) => observe(containers, onChange),
    tokenize: () => tokenize(form, kind, drawn),
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

/** Without it the bank may ask for more, but the payment itself does not depend on it. */
async function browserInfo(data: ProcessorData): Promise<string | null> {
  const api = await load(data);
  return api.collectBrowserInfo();
}

export const payengine = { mount, confirmAction, browserInfo };
