// Which folder of the server and of the web app may know which: the drawings in ARCHITECTURE.md.
import { type Find, perCodeFile, type Rule } from '../rule.ts';
import { importedPath, importsOf, isTest, type SourceFile } from '../source-tree.ts';
import { foundImport } from './workspace-directions.ts';

const PAYMENT_STEPS = ['payments/intents', 'payments/settlement', 'payments/charge'];
const PAYMENT_BASE = ['payments/core', 'processors', 'platform', 'storage'];

/**
 * Inside server/src: each folder with the folders it may import, top to bottom. A folder may only name
 * folders below it in this list, so the graph is acyclic; a test of this file checks that. Files beside the
 * folders (clock.ts, errors.ts) may be imported everywhere.
 */
export const SERVER_LAYERS: Record<string, string[]> = {
  http: [
    'provider',
    'portal',
    'payments/checkout',
    'payments/changes',
    'payments/reconciliation',
    'methods',
    'access',
    'operations',
    'limits',
  ],
  jobs: [
    'provider',
    'portal',
    'realtime',
    'payments/off-session',
    'payments/reconciliation',
    'payments/intents',
    'methods',
    'payments/core',
    'access',
    'logos',
    'limits',
    'mail',
    'platform',
    'storage',
  ],
  cli: ['provider', 'operations', 'outbound', 'limits', 'processors', 'storage'],
  provider: [
    'payments/checkout',
    'payments/changes',
    'payments/reconciliation',
    'payments/settlement',
    'payments/charge',
    'methods',
    ...PAYMENT_BASE,
    'access',
    'operations',
    'logos',
    'outbound',
    'receipts',
    'limits',
    'mail',
    'processors',
    'storage',
  ],
  portal: [
    'payments/settlement',
    'methods',
    'payments/core',
    'access',
    'receipts',
    'mail',
    'processors',
    'storage',
  ],
  realtime: ['access', 'limits', 'storage'],
  'payments/checkout': [
    ...PAYMENT_STEPS,
    'methods',
    'payments/core',
    'limits',
    'mail',
    'processors',
    'storage',
  ],
  'payments/changes': ['methods', 'payments/core', 'mail', 'processors', 'storage'],
  'payments/off-session': [...PAYMENT_STEPS, ...PAYMENT_BASE, 'mail'],
  'payments/reconciliation': [...PAYMENT_STEPS, 'methods', ...PAYMENT_BASE],
  'payments/intents': ['payments/settlement', 'payments/charge', 'methods', ...PAYMENT_BASE],
  'payments/settlement': ['payments/charge', 'receipts', 'access', 'mail', ...PAYMENT_BASE],
  'payments/charge': ['methods', ...PAYMENT_BASE],
  methods: ['payments/core', 'limits', 'mail', 'processors', 'platform', 'storage'],
  'payments/core': ['mail', 'processors', 'storage'],
  access: ['limits', 'mail', 'storage'],
  operations: ['limits', 'processors', 'storage'],
  limits: ['storage'],
  address: ['processors'],
  logos: ['outbound', 'storage'],
  receipts: ['mail', 'storage'],
  mail: ['storage'],
  outbound: [],
  processors: [],
  platform: ['storage'],
  storage: [],
};
/** Entry points and wiring: they may import any folder, and no folder may import them except deps.ts. */
const SERVER_COMPOSERS = [
  'main.ts',
  'quittance.ts',
  'child-main.ts',
  'start/run-until-stopped.ts',
  'start/serve.ts',
  'composition.ts',
  'deps.ts',
];

export const SERVER_DIRECTIONS: Rule = {
  name: 'inside the server: http, jobs → provider, portal, checkout, off-session, reconciliation → settlement → charge → core → storage',
  instead:
    'move shared code down, never sideways; composition.ts injects what a folder may not import; ' +
    'a new folder gets its row in SERVER_LAYERS',
  check: checkLayers('server/src/', SERVER_LAYERS, SERVER_COMPOSERS),
  breaks: [
    {
      'server/src/http/routes.ts': `import { findInvoice } from '../storage/billing/invoices.ts';`,
    },
    { 'server/src/http/routes/pay.ts': `import type { Row } from '../../storage/schema.ts';` },
    { 'server/src/processors/stripe/adapter.ts': `import { save } from '../../storage/x.ts';` },
    {
      'server/src/invoices/store.ts': `import { settle } from '../../payments/settlement/settle.ts';`,
    },
    { 'server/src/payments/settlement/settle.ts': `import { handler } from '../../http/pay.ts';` },
    { 'server/src/ledger/attempt-events.ts': `import { settle } from '../settlement/settle.ts';` },
    {
      'server/src/payments/settlement/settle.ts': `import { config } from '../../composition.ts';`,
    },
    { 'server/src/extras/thing.ts': `import { pool } from '../storage/database.ts';` },
  ],
  keeps: [
    { 'server/src/http/routes.ts': `import { pay } from '../payments/checkout/pay-in-full.ts';` },
    {
      'server/src/payments/settlement/settle.ts': `import { find } from '../../storage/billing/invoices.ts';`,
    },
    { 'server/src/payments/settlement/settle.ts': `import type { Deps } from '../../deps.ts';` },
    { 'server/src/app/composition.ts': `import { pool } from './storage/database.ts';` },
    { 'server/src/storage/x.test.ts': `import { settle } from '../payments/settle.ts';` },
  ],
};

export const WEB_LAYERS: Record<string, string[]> = {
  // The staff console shares components with the portal, and neither its state nor its pages (decision 0102). Previews of
  // the payer's page are drawn by its features.
  desk: ['features', 'lib', 'ui', 'theme'],
  app: [
    'pages',
    'popups',
    'features',
    'realtime',
    'processors',
    'state',
    'api',
    'lib',
    'ui',
    'theme',
  ],
  pages: ['popups', 'features', 'realtime', 'processors', 'state', 'api', 'lib', 'ui', 'theme'],
  popups: ['features', 'processors', 'state', 'api', 'lib', 'ui', 'theme'],
  features: ['processors', 'state', 'api', 'lib', 'ui', 'theme'],
  realtime: ['state', 'api', 'lib'],
  state: ['api', 'lib', 'processors'],
  processors: ['api', 'lib'],
  api: ['lib'],
  ui: ['lib', 'theme'],
  theme: ['lib'],
  lib: [],
  texts: [],
};
/** The texts of the language that is built in: plain words, which everybody may say. */
const TEXTS = 'texts/';
const WEB_COMPOSERS = ['public-main.tsx', 'portal-main.tsx', 'desk-main.tsx'];

export const WEB_DIRECTIONS: Rule = {
  name: 'inside the web app: app → pages → popups → features → state → api, lib; ui knows only its props',
  instead:
    'pass data down as props or read it from state; what two features share belongs to state or ui',
  check: checkLayers('web/src/', WEB_LAYERS, WEB_COMPOSERS),
  breaks: [
    {
      'web/src/portal/store/payment/request.ts': `import { PayPanel } from '../../features/pay/pay-panel.tsx';`,
    },
    {
      'web/src/shared/ui/actions/button.tsx': `import { useAppSelector } from '../../state/store/hooks.ts';`,
    },
    { 'web/src/shared/theme/apply-brand.ts': `import { client } from '../api/client.ts';` },
    { 'web/src/shared/api/client.ts': `import { store } from '../state/store.ts';` },
    { 'web/src/features/pay/pay.tsx': `import { Plan } from '../plan/plan-picker.tsx';` },
    { 'web/src/portal/popups/pay.tsx': `import { Invoice } from '../pages/invoice.tsx';` },
    { 'web/src/desk/shell/shell.tsx': `import { Footer } from '../../app/layout/footer.tsx';` },
    { 'web/src/portal/pages/profile.tsx': `import { Page } from '../../desk/shell/page.tsx';` },
    { 'web/src/texts/en/payment/pay.ts': `import { codeIn } from '../../../lib/sign-in-code.ts';` },
  ],
  keeps: [
    { 'web/src/features/pay/pay.tsx': `import { Fee } from './fee-summary.tsx';` },
    { 'web/src/features/pay/pay.tsx': `import { Button } from '../../ui/button.tsx';` },
    { 'web/src/portal-main.tsx': `import { App } from './app/app.tsx';` },
    {
      'web/src/shared/ui/actions/button.tsx': `import { bindClasses } from '../../lib/bind-classes.ts';`,
    },
    { 'web/src/shared/ui/overlay/dialog.tsx': `import { uiTexts } from '#texts/site/ui';` },
    { 'web/src/pages/public/terms.tsx': `import { LegalText } from '../../texts/legal-text.ts';` },
    { 'web/src/texts/en/site/faq.ts': `import { prose } from '../../prose.ts';` },
  ],
};

function checkLayers(root: string, layers: Record<string, string[]>, composers: string[]) {
  const look = (file: SourceFile): Find[] => {
    const inside = file.path.slice(root.length);
    if (composers.includes(inside)) return [];
    const from = folderOf(inside);
    return importsOf(file)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .filter(({ specifier }) => {
        const target = importedPath(file, specifier).slice(root.length);
        const to = folderOf(target);
        if (target.startsWith(TEXTS)) return false;
        if (to === '') return composers.includes(target) && target !== 'deps.ts';
        if (from === to) return isForeignFeature(inside, target);
        return !(layers[from] ?? []).includes(to);
      })
      .map(foundImport);
  };
  return perCodeFile(look, (file) => !file.path.startsWith(root) || isTest(file));
}

function isForeignFeature(from: string, to: string): boolean {
  const feature = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1];
  return feature(from) !== feature(to);
}

/** The first folder of a path; inside payments also the second, because each step is a layer. */
function folderOf(path: string): string {
  return /^(payments\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0] ?? '';
}
