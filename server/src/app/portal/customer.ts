/** The customer's own data, what mail they want, and their company. */
import { readAsCustomer } from '../../customers/customer-scope.ts';
import { readMailPreferences, setMailPreference } from '../../customers/mail-preferences.ts';
import { readCustomer, updateCustomer } from '../../screens/profile.ts';
import { publicCompanyOf } from '../../screens/public-invoice.ts';
import { answerWith, type Handlers } from './call.ts';

export const customerHandlers = {
  privateCompany: answerWith('company', (deps, { principal }) =>
    readAsCustomer(deps, principal, async (_tx, company) => publicCompanyOf(deps, company)),
  ),
  customer: answerWith('debtor', (deps, { principal, params }) =>
    readCustomer(deps, principal, params.id),
  ),
  updateCustomer: answerWith('debtor', (deps, { principal, body }) =>
    updateCustomer(deps, principal, body),
  ),
  mailPreferences: answerWith('preferences', (deps, { principal }) =>
    readMailPreferences(deps, principal),
  ),
  setMailPreference: answerWith('preferences', (deps, { principal, body }) =>
    setMailPreference(deps, principal, body),
  ),
} satisfies Partial<Handlers>;
