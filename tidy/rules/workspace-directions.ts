// The allowed imports between workspaces: the first diagram in ARCHITECTURE.md.
import { type Find, perCodeFile, type Rule } from '../rule.ts';
import { type Import, importedPath, isTest, type SourceFile, toImports } from '../source-tree.ts';

/** The workspaces and packages that each workspace may import. Without `packages`, any package is allowed. */
const MAY_KNOW: Record<string, { ours: string[]; packages?: RegExp }> = {
  contract: { ours: [], packages: /^(zod|date-fns)$/ },
  domain: { ours: ['contract'], packages: /^$/ },
  client: { ours: ['contract'], packages: /^(zod|node:(crypto|timers\/promises))$/ },
  server: { ours: ['contract', 'domain'] },
  dev: { ours: ['contract', 'domain', 'server'] },
  web: { ours: ['contract', 'domain'], packages: /^(?!node:)/ },
  sandbox: { ours: [] },
  bench: { ours: ['contract', 'server', 'dev'] },
  // The browser tests use the search for a free port of `dev`.
  e2e: {
    ours: ['dev'],
    packages: /^(node:.*|@playwright\/test|playwright-core|@axe-core\/playwright)$/,
  },
};
const WORKSPACES = Object.keys(MAY_KNOW);
/**
 * Server tests use the embedded Postgres, the sample sizes of `domain` and the client. Tests of `dev` use the test
 * database and worlds.
 */
const TEST_SUPPORT: Record<string, string[]> = {
  server: ['dev', 'domain', 'client'],
  dev: ['server', 'domain'],
  bench: ['domain'],
};
const TEST_PACKAGES = /^(node:.*|vitest|fast-check|@testing-library\/.*)$/;

export const WORKSPACE_DIRECTIONS: Rule = {
  name: 'workspaces import in one direction: contract ← domain ← server and web; the sandbox alone',
  instead:
    'move the shared part down into domain or contract, or speak HTTP to the sandbox and to the product',
  check: perCodeFile((file) => {
    const from = toWorkspace(file.path);
    return from === undefined
      ? []
      : toImports(file).filter(isForbidden(file, from)).map(foundImport);
  }),
  breaks: [
    { 'contract/src/money.ts': `import { feeFor } from '@quittance/domain/checkout/fees';` },
    { 'contract/src/money.ts': `import { readFileSync } from 'node:fs';` },
    { 'domain/src/checkout/fees.ts': `import { createHash } from 'node:crypto';` },
    {
      'domain/src/checkout/fees.ts': `export type { Deps } from '../../../server/src/kernel/deps.ts';`,
    },
    { 'client/src/send.ts': `import { invariant } from '@quittance/domain/invariant';` },
    { 'client/src/send.ts': `import { request } from 'undici';` },
    { 'server/src/app.ts': `import { createClient } from '@quittance/client/create-client';` },
    { 'server/src/app.ts': `const page = await import('@quittance/web/app');` },
    {
      'web/src/main.tsx': `import { settle } from '@quittance/server/payments/settlement/settle';`,
    },
    { 'web/src/main.tsx': `import { join } from 'node:path';` },
    { 'sandbox/src/main.ts': `import type { Cents } from '@quittance/contract/money';` },
    { 'e2e/pay.test.ts': `import { routes } from '../contract/src/portal-routes.ts';` },
    { 'e2e/pay.test.ts': `import pg from 'pg';` },
  ],
  keeps: [
    { 'contract/src/money.ts': `import { z } from 'zod';` },
    { 'client/src/send.ts': `import type { Problem } from '@quittance/contract/errors';` },
    { 'domain/src/checkout/fees.test.ts': `import fc from 'fast-check';` },
    { 'server/src/app.ts': `import { feeFor } from '@quittance/domain/checkout/fees';` },
    { 'web/src/main.tsx': `import { feeFor } from '@quittance/domain/checkout/fees';` },
    { 'sandbox/src/main.ts': `import fastify from 'fastify'; import { x } from './x.ts';` },
    { 'server/test/world.ts': `import { buildApp } from '../src/app.ts';` },
    { 'e2e/pay.test.ts': `import { test } from '@playwright/test';` },
  ],
};

function isForbidden(file: SourceFile, from: string): (imported: Import) => boolean {
  const { ours, packages = /./ } = MAY_KNOW[from] ?? { ours: [] };
  return ({ specifier }) => {
    const target = specifier.startsWith('.')
      ? toWorkspace(importedPath(file, specifier))
      : /^@quittance\/(\w+)/.exec(specifier)?.[1];
    if (target === from || (isTest(file) && TEST_SUPPORT[from]?.includes(target ?? '')))
      return false;
    if (specifier.startsWith('.')) return true;
    if (target !== undefined) return !ours.includes(target);
    return !packages.test(specifier) && !(isTest(file) && TEST_PACKAGES.test(specifier));
  };
}

function toWorkspace(path: string): string | undefined {
  return WORKSPACES.find((workspace) => path.startsWith(`${workspace}/`));
}

export function foundImport({ specifier, line }: Import): Find {
  return { line, found: `imports ${specifier}` };
}
