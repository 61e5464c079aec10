/**
 * Fiserv's hosted fields behind the port of fields.ts. The input goes to Fiserv under a session that our
 * server opened for this submit. The token is that session's id; what can be charged never reaches the
 * browser.
 */
import type { ProcessorData } from '@quittance/contract/schemas/company';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { fieldTexts } from '#texts/payment/fields';
import { textStyles } from '../appearance.ts';
import {
  createFieldStates,
  FIELD_LABELS,
  type FieldAppearance,
  type FieldName,
  type FieldState,
  type MountedFields,
  type MountRequest,
  type Tokenized,
} from '../fields.ts';
import { loadGlobal } from '../script-loader.ts';
import {
  type FiservApi,
  type FiservFieldName,
  type FiservForm,
  type FiservFormData,
  type FiservHooks,
  readInvalidFields,
} from './fiserv-api.ts';
import { collectDeviceData } from './fiserv-device-data.ts';
import { confirmAction } from './fiserv-step-up.ts';

const SCRIPT_URL = 'https://commercehub-secure-data-capture.fiservapps.com/3.1.9/checkout.js';

type HostedField = { field: FieldName; name: FiservFieldName; placeholder?: string };

const HOSTED_FIELDS: Record<ChargeKind, readonly HostedField[]> = {
  card: [
    { field: 'cardHolder', name: 'nameOnCard' },
    { field: 'cardNumber', name: 'cardNumber', placeholder: '1234 1234 1234 1234' },
    { field: 'expiry', name: 'expiration', placeholder: fieldTexts.expiryFormat },
    { field: 'cvc', name: 'securityCode' },
  ],
  ach: [
    { field: 'routingNumber', name: 'routingNumber' },
    { field: 'accountNumber', name: 'accountNumber' },
  ],
};

function load({ scriptUrl }: ProcessorData): Promise<FiservApi> {
  return loadGlobal({ scriptUrl: scriptUrl ?? SCRIPT_URL, read: () => window.fiserv });
}

function cssFor(appearance: FieldAppearance): FiservFormData['css'] {
  return {
    input: {
      ...textStyles(appearance),
      height: '100%',
      padding: '0',
      border: '0',
      outline: 'none',
    },
    'input::placeholder': { color: appearance.placeholderColor },
  };
}

function formDataFor({ kind, data, appearance, containerId }: MountRequest): FiservFormData {
  return {
    environment: data.settings['environment'] ?? 'PROD',
    paymentMethod: kind === 'card' ? 'CREDIT_CARD' : 'BANK_ACCOUNT',
    fields: Object.fromEntries(
      HOSTED_FIELDS[kind].map(({ field, name, ...look }) => [
        name,
        { parentElementId: containerId(field), ariaLabel: FIELD_LABELS[field], ...look },
      ]),
    ),
    css: cssFor(appearance),
  };
}

function hooksFor(
  hosted: readonly HostedField[],
  change: (field: FieldName, changes: Partial<FieldState>) => void,
): FiservHooks {
  const changeNamed = (name: FiservFieldName, changes: Partial<FieldState>): void => {
    const field = hosted.find((candidate) => candidate.name === name)?.field;
    if (field) change(field, changes);
  };
  return {
    onFieldValidityChange: ({ field, isValid, hasData }) =>
      changeNamed(field, { isValid, isEmpty: !hasData, ...(hasData ? { isDirty: true } : {}) }),
    onFocus: (field) => changeNamed(field, { isFocused: true }),
    onLostFocus: (field) => changeNamed(field, { isFocused: false, isTouched: true }),
  };
}

async function tokenize(form: FiservForm, request: MountRequest): Promise<Tokenized> {
  const session = await request.openSession();
  if (!session?.id) return { kind: 'failed', message: null };
  try {
    await form.submit({ ...session.data, createToken: false });
    return { kind: 'token', token: session.id };
  } catch (error) {
    const names = readInvalidFields(error);
    const wrong = HOSTED_FIELDS[request.kind].filter(({ name }) => names.includes(name));
    if (wrong.length > 0) return { kind: 'invalid', fields: wrong.map(({ field }) => field) };
    return { kind: 'failed', message: null };
  }
}

async function mount(request: MountRequest): Promise<MountedFields> {
  const hosted = HOSTED_FIELDS[request.kind];
  const { components } = await load(request.data);
  const { validity, subscribe, change } = createFieldStates(hosted.map(({ field }) => field));
  const hooks = hooksFor(hosted, change);
  const form = await components.paymentFields({ data: formDataFor(request), hooks });
  return {
    validity,
    subscribe,
    tokenize: () => tokenize(form, request),
    focus: (field) => {
      const name = hosted.find((candidate) => candidate.field === field)?.name;
      if (name) form.focus(name);
    },
    unmount: () => form.destroy(),
  };
}

export const fiserv = { mount, confirmAction, collectDeviceData };
