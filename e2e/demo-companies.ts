/** The demo companies, one per processor, and the customers that tests sign in as. */
import { formInFrame, framePerField } from './pages/fields.ts';

export const COMPANIES = [
  { domain: 'northwind', processor: 'Stripe', fields: formInFrame },
  { domain: 'harbor', processor: 'PayEngine', fields: framePerField },
  { domain: 'summit', processor: 'Fiserv', fields: framePerField },
] as const;

export const CUSTOMERS = {
  grace: { domain: 'northwind', email: 'grace.okafor@example.com', reference: 'NWB-2201' },
  daniel: { domain: 'northwind', email: 'daniel.reyes@example.com', reference: 'NWB-2214' },
  hanna: { domain: 'northwind', email: 'hanna.virtanen@example.com', reference: 'NWB-2230' },
  maya: { domain: 'harbor', email: 'maya.lindqvist@example.com', reference: 'HDG-10417' },
  omar: { domain: 'harbor', email: 'omar.haddad@example.com', reference: 'HDG-10433' },
  priya: { domain: 'harbor', email: 'priya.nair@example.com', reference: 'HDG-10458' },
  luis: { domain: 'summit', email: 'luis.ortega@example.com', reference: 'SUM-730015' },
} as const;
