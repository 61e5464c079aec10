/** Calls about the company of the key. */
import { companyChangeSchema, providerCompanySchema } from '../companies.ts';
import type { ProviderRoute } from '../route.ts';

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
} as const satisfies Record<string, ProviderRoute>;
