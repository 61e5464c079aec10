/**
 * Fiserv's hosted fields behind the port of `fields.ts`. The input goes to Fiserv under a session that our server
 * opened for this submit. The token is that session's id; chargeable data never reaches the browser.
 */
import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
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
  type TokenizeResult,
} from '../fields.ts';
import { layoutFor } from '../layouts.ts';
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

const FIELDS: readonly HostedField[] = [
  { field: 'cardHolder', name: 'nameOnCard' },
  { field: 'cardNumber', name: 'cardNumber', placeholder: '1234 1234 1234 1234' },
  { field: 'expiry', name: 'expiration', placeholder: fieldTexts.expiryFormat },
  { field: 'cvc', name: 'securityCode' },
  { field: 'routingNumber', name: 'routingNumber' },
  { field: 'accountNumber', name: 'accountNumber' },
  { field: 'idType', name: 'idType' },
  { field: 'idValue', name: 'idValue' },
  { field: 'driverLicenseState', name: 'driverLicenseState' },
];

function fieldsFor({ kind, data }: MountRequest): HostedField[] {
  const { hosted } = layoutFor({ processor: 'fiserv', processorData: data }, kind);
  return FIELDS.filter(({ field }) => hosted.includes(field));
}

function load({ scriptUrl }: ProcessorData): Promise<FiservApi> {
  return loadGlobal({ scriptUrl: scriptUrl ?? SCRIPT_URL, read: () => window.fiserv });
}

function cssFor(appearance: FieldAppearance): FiservFormData['css'] {
  const box = { height: '100%', padding: '0', border: '0', outline: 'none' };
  const text = { ...textStyles(appearance), ...box };
  return {
    input: text,
    select: { ...text, width: '100%' },
    'input::placeholder': { color: appearance.placeholderColor },
  };
}

function formDataFor(request: MountRequest): FiservFormData {
  const { kind, data, appearance, containerId } = request;
  return {
    environment: data.settings['environment'] ?? 'PROD',
    paymentMethod: kind === 'card' ? 'CREDIT_CARD' : 'BANK_ACCOUNT',
    fields: Object.fromEntries(
      fieldsFor(request).map(({ field, name, ...look }) => [
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

async function tokenize(form: FiservForm, request: MountRequest): Promise<TokenizeResult> {
  const session = await request.openSession();
  if (!session?.id) return { kind: 'failed', message: null };
  try {
    await form.submit({ ...session.data, createToken: false });
    return { kind: 'token', token: session.id };
  } catch (error) {
    const names = readInvalidFields(error);
    const wrong = fieldsFor(request).filter(({ name }) => names.includes(name));
    if (wrong.length > 0) return { kind: 'invalid', fields: wrong.map(({ field }) => field) };
    return { kind: 'failed', message: null };
  }
}

async function mount(request: MountRequest): Promise<MountedFields> {
  const hosted = fieldsFor(request);
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
