/**
 * Where each processor's own script, frames and calls live when no other address is configured: what
 * the portal's content policy allows for a company of that processor, and for no other.
 */
import type { ProcessorName } from '@quittance/contract/vocabulary';

export const PROCESSOR_ORIGINS = {
  stripe: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://api.stripe.com',
    'https://hooks.stripe.com',
  ],
  payengine: [
    'https://console.payengine.co',
    'https://console.payengine.dev',
    'https://gw.payengine.co',
    'https://gw.payengine.dev',
  ],
  fiserv: [
    'https://commercehub-secure-data-capture.fiservapps.com',
    'https://connect.fiservapis.com',
    'https://connect-cert.fiservapis.com',
  ],
} as const satisfies Record<ProcessorName, readonly string[]>;
