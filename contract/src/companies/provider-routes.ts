/** Calls about the company that owns the key. */
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
  processorKeysSchema,
  processorStateSchema,
  processorTestSchema,
} from './settings-schemas.ts';

/** Calls about the emails that a company itself receives. */
export const NOTICE_ROUTES = {
  getNoticeSettings: {
    method: 'GET',
    path: '/notice-settings',
    scope: 'read',
    tag: 'Notices',
    summary: 'Read what you are told by mail',
    answer: noticeSettingsSchema,
  },
  putNoticeSettings: {
    method: 'PUT',
    path: '/notice-settings',
    scope: 'write',
    alsoReads: true,
    isOwnerOnly: true,
    tag: 'Notices',
    summary: 'Set what you are told by mail',
    description:
      'Applies to what happens from now on. After five mails of a kind within an hour, the rest of the hour comes as one mail. The daily summary is sent at 8:00 in your time zone, after a day on which something happened.',
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
    summary: 'Read the company of the key',
    answer: providerCompanySchema,
  },
  changeCompany: {
    method: 'PATCH',
    path: '/company',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Change the company of the key',
    description:
      'Fields that are left out stay as they are. Needs the scope `money`, because fees and plan terms decide what payers pay.',
    body: companyChangeSchema,
    answer: providerCompanySchema,
  },
  releaseCharges: {
    method: 'POST',
    path: '/company/release-charges',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'End the hold after a restore',
    description:
      'After a restore from a backup nothing is charged or refunded without a payer until what was charged since is known. Where the processor has no list of charges, compare its report with your payments first.',
    body: reasonSchema,
    answer: providerCompanySchema,
    errors: ['CHARGES_NOT_HELD', 'CHARGES_NOT_COMPARED', 'CHARGES_NOT_PLACED'],
  },
  computeFeeExample: {
    method: 'POST',
    path: '/company/fee-example',
    scope: 'read',
    readsOnly: true,
    tag: 'Company',
    summary: 'Compute what a payer would pay',
    description: 'With the fees in force, or with others before they are set. Nothing is changed.',
    body: feeQuestionSchema,
    answer: feeExampleSchema,
  },
  checkContrast: {
    method: 'POST',
    path: '/company/contrast',
    scope: 'read',
    readsOnly: true,
    tag: 'Company',
    summary: 'Check how readable two colors are',
    description:
      'Payers always see a readable shade; this tells which one, and whether it differs from your color.',
    body: colorsSchema,
    answer: contrastSchema,
  },
  putLogo: {
    method: 'PUT',
    path: '/company/logo',
    scope: 'write',
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Upload the logo',
    description: 'It is drawn anew in the sizes that are shown and served from our origin.',
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
    summary: 'Read how the processor is set up',
    description: 'Without its keys, which are never shown.',
    params: processorParams,
    answer: processorStateSchema,
  },
  putProcessorKeys: {
    method: 'PUT',
    path: '/company/processors/{processor}/keys',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Company',
    summary: "Replace the processor's API keys",
    description:
      'For keys of the same account: open payments and saved methods belong to it. The address of its script can be changed by an operator only. Test the keys afterwards.',
    params: processorParams,
    body: processorKeysSchema,
    answer: processorStateSchema,
  },
  testProcessor: {
    method: 'POST',
    path: '/company/processors/{processor}/test',
    scope: 'write',
    answersNew: true,
    isOwnerOnly: true,
    tag: 'Company',
    summary: 'Test the keys of the processor',
    description:
      'Asks the processor for a charge that does not exist: an answer shows that it accepts the keys. No money moves.',
    params: processorParams,
    answer: processorTestSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
