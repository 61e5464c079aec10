import { z } from 'zod';
import { reasonSchema } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { processorSchema } from '../vocabulary.ts';
import { noticeSettingsSchema } from './notice-schemas.ts';
import { companyChangeSchema, providerCompanySchema } from './provider-schemas.ts';
import {
  colorsSchema,
  contrastSchema,
  feeExampleSchema,
  feeQuestionSchema,
  logoFileSchema,
  logoSchema,
  processorChangeSchema,
  processorStateSchema,
  processorTestSchema,
  testPaymentSchema,
} from './settings-schemas.ts';

export const NOTICE_ROUTES = {
  getNoticeSettings: {
    method: 'GET',
    path: '/notice-settings',
    scope: 'read',
    tag: 'Notices',
    summary: 'Retrieve the email notice settings',
    answer: noticeSettingsSchema,
  },
  putNoticeSettings: {
    method: 'PUT',
    path: '/notice-settings',
    scope: 'write',
    alsoReads: true,
    isOwnerOnly: true,
    tag: 'Notices',
    summary: 'Update the email notice settings',
    description:
      'The settings apply to future events. After five emails of the same kind within an hour, further ones in that hour are combined into one email. The daily summary is sent at 8:00 in your time zone, after a day with activity.',
    body: noticeSettingsSchema,
    answer: noticeSettingsSchema,
  },
} as const satisfies Record<string, ProviderRoute>;

const processorParams = z.object({ processor: processorSchema });

export const COMPANY_ROUTES = {
  getCompany: {
    method: 'GET',
    path: '/company',
    scope: 'read',
    tag: 'Company',
    summary: 'Retrieve the company that owns the API key',
    answer: providerCompanySchema,
  },
  changeCompany: {
    method: 'PATCH',
    path: '/company',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Update the company that owns the API key',
    description:
      'Omitted fields are unchanged. Requires the `money` scope, because fees and plan terms determine the amounts that payers pay.',
    body: companyChangeSchema,
    answer: providerCompanySchema,
    errors: ['NETWORKS_LOCK_OUT', 'SURCHARGE_TOO_HIGH'],
  },
  releaseCharges: {
    method: 'POST',
    path: '/company/release-charges',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Release the hold after a restore',
    description:
      "After a restore from a backup, automatic charges and refunds are on hold until the charges made since the backup are known. If the processor does not provide a list of charges, compare the processor's report with your payments before you release the hold.",
    body: reasonSchema,
    answer: providerCompanySchema,
    errors: [
      'CHARGES_NOT_HELD',
      'CHARGES_NOT_COMPARED',
      'CHARGES_NOT_PLACED',
      'ERASURES_NOT_REPEATED',
    ],
  },
  computeFeeExample: {
    method: 'POST',
    path: '/company/fee-example',
    scope: 'read',
    readsOnly: true,
    tag: 'Company',
    summary: 'Calculate the total that a payer would pay',
    description:
      'The calculation uses the current fees, or the fees in the request if you want to preview a change. No data is modified.',
    body: feeQuestionSchema,
    answer: feeExampleSchema,
  },
  checkContrast: {
    method: 'POST',
    path: '/company/contrast',
    scope: 'read',
    readsOnly: true,
    tag: 'Company',
    summary: 'Check the contrast of two colors',
    description:
      'Payers always see a readable shade. The response contains that shade and whether the shade differs from your color.',
    body: colorsSchema,
    answer: contrastSchema,
  },
  putLogo: {
    method: 'PUT',
    path: '/company/logo',
    scope: 'write',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Upload the company logo',
    description:
      "The logo is re-rendered in every size that the portal displays and is served from the portal's origin.",
    body: logoFileSchema,
    bodyType: 'application/octet-stream',
    answer: logoSchema,
    errors: ['LOGO_REFUSED'],
  },
  getProcessor: {
    method: 'GET',
    path: '/company/processors/{processor}',
    scope: 'read',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Retrieve the processor settings',
    description: "The response never includes the processor's API keys.",
    params: processorParams,
    answer: processorStateSchema,
  },
  changeProcessor: {
    method: 'PATCH',
    path: '/company/processors/{processor}',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Update the processor settings',
    description:
      'Omitted settings are unchanged, and null removes a setting. The settings are checked before they are stored: their format, that the public and the secret key belong together, and that the processor accepts them. If the processor does not respond, the settings are stored and the connection is checked again later. New keys must belong to the same processor account once there are payments, because open payments and saved payment methods belong to that account.',
    params: processorParams,
    body: processorChangeSchema,
    answer: processorStateSchema,
    errors: ['PROCESSOR_SETTINGS_REFUSED'],
  },
  testProcessor: {
    method: 'POST',
    path: '/company/processors/{processor}/test',
    scope: 'write',
    answersNew: true,
    isOwnerOnly: true,
    tag: 'Company',
    summary: "Test the processor's API keys",
    description:
      'Looks up a nonexistent charge in the processor records and checks that the public key belongs to the same account. No money moves.',
    params: processorParams,
    answer: processorTestSchema,
  },
  createTestPayment: {
    method: 'POST',
    path: '/company/processors/{processor}/test-payment',
    scope: 'write',
    answersNew: true,
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Create a test invoice of one dollar',
    description:
      'Creates an invoice of one dollar for the customer `TEST` and a link to pay it, so that the whole path of a payment can be tried with the current keys. Refund the payment afterward.',
    params: processorParams,
    answer: testPaymentSchema,
    status: 201,
  },
} as const satisfies Record<string, ProviderRoute>;
