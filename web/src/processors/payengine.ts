/**
 * PayEngine's secure fields behind the port of fields.ts, loaded by the real `payengine` package from
 * the address the company's processorData names. Loaded only when a payer opens the payment form.
 */
import type { ProcessorData } from '@quittance/contract/company';
import { loadPayengine } from 'payengine';
import {
  CARD_FIELD_LABELS,
  CARD_FIELDS,
  type CardField,
  type FieldAppearance,
  type FieldState,
  type FormValidity,
  type MountedFields,
  type MountRequest,
  type Tokenized,
} from './fields.ts';
import {
  type PayengineApi,
  type PayengineFieldOptions,
  type PayengineForm,
  readInvalidNames,
  readMessage,
  readToken,
} from './payengine-api.ts';
import { loadWithin } from './script-loader.ts';

const CVC_LENGTH_MAX = 4;
const CONSOLE_URL = 'https://console.payengine.';

type FieldDescription = Omit<PayengineFieldOptions, 'ariaLabel' | 'css'>;

const FIELDS: Record<CardField, FieldDescription> = {
  cardHolder: { type: 'text', name: 'card_holder', validations: ['required'] },
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
    placeholder: 'MM / YY',
    validations: ['required', 'validCardExpirationDate'],
  },
  cvc: {
    type: 'card-security-code',
    name: 'card_cvc',
    maxLength: CVC_LENGTH_MAX,
    validations: ['required', 'validCardSecurityCode'],
  },
};

const FIELD_NAMES = CARD_FIELDS.map((field) => FIELDS[field].name);

const sourceOf = ({ scriptUrl }: ProcessorData): string => scriptUrl ?? CONSOLE_URL;

async function load(data: ProcessorData): Promise<PayengineApi> {
  const { publicKey, scriptUrl } = data;
  return loadWithin({
    sourceUrl: sourceOf(data),
    load: () =>
      loadPayengine({
        ...(publicKey === null ? {} : { publicKey }),
        // With an address of its own the package ignores `lightweight` and warns about it.
        ...(scriptUrl === null ? { lightweight: true } : { scriptURL: scriptUrl }),
      }),
  });
}

function cssFor({ color, backgroundColor, placeholderColor, fontSize }: FieldAppearance) {
  return {
    color,
    'background-color': backgroundColor,
    'caret-color': color,
    'font-size': fontSize,
    'font-family': 'system-ui, sans-serif',
    '&::placeholder': { color: placeholderColor },
  };
}

/** The script has no documented sign that a field can be typed in; its frame having loaded is one. */
async function framesLoaded(containers: MountRequest['containers']): Promise<void> {
  const frames = Object.values(containers).flatMap((id) => [
    ...document.querySelectorAll<HTMLIFrameElement>(`#${id} iframe`),
  ]);
  await Promise.all(
    frames.map(
      (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
    ),
  );
}

/** Where the form says nothing of a field, createCard decides: nothing is held back meanwhile. */
function stateOf(form: PayengineForm, field: CardField): FieldState {
  const state = form.state?.[FIELDS[field].name];
  return {
    isEmpty: state?.isEmpty ?? false,
    isDirty: state?.isDirty ?? true,
    isTouched: state?.isTouched ?? false,
    isFocused: state?.isFocused ?? false,
    isValid: state?.isValid ?? true,
  };
}

function invalidFields(result: unknown): CardField[] {
  const names = readInvalidNames(result, FIELD_NAMES);
  return CARD_FIELDS.filter((field) => names.includes(FIELDS[field].name));
}

/** createCard resolves or rejects with the errors of the fields; both are read alike. */
async function tokenize(api: PayengineApi, form: PayengineForm): Promise<Tokenized> {
  const result: unknown = await form.createCard().catch((error: unknown) => error);
  const token = readToken(result);
  if (token === null) {
    const fields = invalidFields(result);
    if (fields.length > 0) return { kind: 'invalid', fields };
    return { kind: 'failed', message: readMessage(result) };
  }
  // Without it the bank may ask for more, but the payment itself does not depend on it.
  const browserInfo = await api.collectBrowserInfo().catch(() => null);
  return { kind: 'token', token, browserInfo };
}

/** The script marks a container when its field gains focus, text or an error (as VGS Collect does). */
function observe(containers: MountRequest['containers'], onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const id of Object.values(containers)) {
    const container = document.getElementById(id);
    if (container) observer.observe(container, { attributeFilter: ['class'] });
  }
  return () => observer.disconnect();
}

function confirmAction(api: PayengineApi, threeDSData: string): Promise<boolean> {
  // Our popup switches pointer events off outside itself; the challenge is drawn outside of it.
  const { style } = document.body;
  const pointerEvents = style.pointerEvents;
  style.pointerEvents = 'auto';
  return new Promise<boolean>((resolve) => {
    api.perform3DSFlow(threeDSData, ({ success }) => resolve(success));
  }).finally(() => {
    style.pointerEvents = pointerEvents;
  });
}

async function mount({ data, containers, appearance }: MountRequest): Promise<MountedFields> {
  const api = await load(data);
  const form = await api.SecureFields.create();
  const css = cssFor(appearance);
  const handles = new Map(
    CARD_FIELDS.map((field) => {
      const options = { ...FIELDS[field], ariaLabel: CARD_FIELD_LABELS[field], css };
      return [field, form.field(`#${containers[field]}`, options)];
    }),
  );
  await loadWithin({ sourceUrl: sourceOf(data), load: () => framesLoaded(containers) });
  return {
    validity: (): FormValidity => ({
      cardHolder: stateOf(form, 'cardHolder'),
      cardNumber: stateOf(form, 'cardNumber'),
      expiry: stateOf(form, 'expiry'),
      cvc: stateOf(form, 'cvc'),
    }),
    subscribe: (onChange) => observe(containers, onChange),
    tokenize: () => tokenize(api, form),
    confirmAction: (threeDSData) => confirmAction(api, threeDSData),
    focus: (field) => handles.get(field)?.focus?.(),
    unmount: () => {
      form.destroy?.();
      for (const id of Object.values(containers)) document.getElementById(id)?.replaceChildren();
    },
  };
}

export const payengine = { mount };
