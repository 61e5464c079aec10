// Checks the continuous integration workflows: they parse, they run only npm scripts that exist, their actions are
// pinned, and their Node versions agree with package.json and README.md.
import { parse } from 'yaml';
import type { Find, Rule } from '../rule.ts';
import { type SourceFile, type SourceTree, toLines } from '../source-tree.ts';

const WORKFLOW = /^\.github\/workflows\/[\w-]+\.ya?ml$/;
const COMMAND = /^npm (?:(test|start)|run ([\w:-]+))(?: -- .+)?$/;
const PINNED = /^\s*(?:- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const NODE_VERSION = /^\d+(?:\.\d+)?$/;

export const WORKFLOWS: Rule = {
  name: 'workflows run npm scripts that exist, with pinned actions and supported Node versions',
  instead:
    'add the step as a script to package.json, pin the action by commit with its version as a comment, and ' +
    'write the oldest Node version as in engines and README.md',
  check: (tree) => {
    const manifest = toManifest(tree);
    return tree
      .filter(({ path }) => WORKFLOW.test(path))
      .flatMap((file) => [
        ...toProblems(file, manifest).map((find) => ({ path: file.path, ...find })),
        ...readmeProblems(tree, manifest.oldest),
      ]);
  },
  breaks: [
    example({ step: 'run: npm run nothing' }),
    example({ step: 'run: npm ci' }),
    example({ step: 'run: npm test && curl https://example.com' }),
    example({ step: 'run: |\n          npm test\n          npm publish' }),
    example({ step: 'uses: actions/checkout@v7' }),
    example({ step: `uses: actions/checkout@${'a'.repeat(40)}` }),
    example({ node: "'18', '20.19'" }),
    example({ node: "'22', '24'" }),
    example({ readme: 'Node 22 or newer' }),
    example({ permissions: '' }),
    example({ permissions: 'permissions: write-all' }),
    example({ step: 'run: npm test\n    permissions:\n      contents: write' }),
    example({
      step: 'run: npm test\n    permissions:\n      contents: read\n      security-events: write',
    }),
    example({ step: 'run: [npm test' }),
  ],
  keeps: [
    example({}),
    example({ step: 'run: npm run build' }),
    example({ step: 'run: npm run build -- --json report.json' }),
    example({ step: `uses: actions/checkout@${'a'.repeat(40)} # v7.0.1` }),
    example({
      step: `uses: github/codeql-action/analyze@${'a'.repeat(40)} # v4.0.0\n    permissions:\n      contents: read\n      security-events: write`,
    }),
  ],
};

type ExampleParts = { step?: string; node?: string; readme?: string; permissions?: string };

function example({
  step = 'run: npm test',
  node = "'20.19', '22'",
  readme = 'Node 20.19 or newer',
  permissions = 'permissions:\n  contents: read',
}: ExampleParts): Record<string, string> {
  const job = `    strategy:\n      matrix:\n        node: [${node}]\n    steps:\n      - ${step}`;
  return {
    'package.json': '{"engines":{"node":">=20.19"},"scripts":{"test":"","build":""}}',
    'README.md': readme,
    '.github/workflows/ci.yml': `name: ci\n${permissions}\njobs:\n  test:\n${job}\n`,
  };
}

type Manifest = { oldest: string; scripts: readonly string[] };

function toManifest(tree: SourceTree): Manifest {
  const text = tree.find(({ path }) => path === 'package.json')?.text ?? '{}';
  const { engines, scripts } = JSON.parse(text);
  return {
    oldest: String(engines?.node ?? '').replace('>=', ''),
    scripts: Object.keys(scripts ?? {}),
  };
}

function readmeProblems(tree: SourceTree, oldest: string) {
  const readme = tree.find(({ path }) => path === 'README.md')?.text ?? '';
  const isNamed = readme.includes(`Node ${oldest} or newer`);
  return isNamed ? [] : [{ path: 'README.md', line: 1, found: `no 'Node ${oldest} or newer'` }];
}

function toProblems(file: SourceFile, manifest: Manifest): Find[] {
  let workflow: unknown;
  try {
    workflow = parse(file.text);
  } catch (error) {
    return [{ line: 1, found: error instanceof Error ? error.message : String(error) }];
  }
  const entries = toEntries(workflow);
  const commands = toValues(entries, 'run');
  const versions = [...toValues(entries, 'node'), ...toValues(entries, 'node-version')].filter(
    (version) => !version.startsWith('${{'),
  );
  return [
    ...commands.flatMap((command) => commandProblem(command, manifest)),
    ...permissionProblems(workflow, file),
    ...versionProblems(versions, manifest.oldest, file),
    ...unpinnedActions(file),
  ];
}

type Entry = { key: string; value: unknown };

function toEntries(node: unknown): Entry[] {
  if (Array.isArray(node)) return node.flatMap(toEntries);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [{ key, value }, ...toEntries(value)]);
}

function toValues(entries: readonly Entry[], wanted: string): string[] {
  return entries
    .filter(({ key }) => key === wanted)
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    .map((value) => String(value).trim());
}

function commandProblem(command: string, { scripts }: Manifest): Find[] {
  const [, short, long] = /[\n;&|]/.test(command) ? [] : (COMMAND.exec(command) ?? []);
  const script = short ?? long;
  if (script === undefined) return [{ line: 1, found: `'${command}' is not one npm script` }];
  return scripts.includes(script) ? [] : [{ line: 1, found: `no script '${script}'` }];
}

/**
 * A step could steal a token that it does not need, so a workflow may only read the repository, and a job gets what
 * its one action needs: to state the provenance of a release, or to report what a scan found.
 */
const GRANTED: Readonly<Record<string, string>> = {
  '{"contents":"read","id-token":"write","attestations":"write"}':
    'actions/attest-build-provenance@',
  '{"contents":"read","security-events":"write"}': 'github/codeql-action/analyze@',
};

function permissionProblems(workflow: unknown, { text }: SourceFile): Find[] {
  const [first, ...others] = toEntries(workflow)
    .filter(({ key }) => key === 'permissions')
    .map(({ value }) => JSON.stringify(value));
  const wrong = others.filter((granted) => {
    const action = GRANTED[granted];
    return action === undefined || !text.includes(action);
  });
  if (first !== '{"contents":"read"}') wrong.unshift(first ?? 'none');
  return wrong.map((granted) => ({
    line: 1,
    found: `permissions are ${granted}, not contents: read`,
  }));
}

/** A list of versions starts with the oldest supported version, and no version is older. */
function versionProblems(versions: readonly string[], oldest: string, file: SourceFile): Find[] {
  const wrong = versions.filter(
    (version) => !NODE_VERSION.test(version) || Number(version) < Number(oldest),
  );
  const isMatrix = file.path.endsWith('/ci.yml');
  return [
    ...wrong.map((version) => ({ line: 1, found: `Node ${version} is not supported` })),
    ...(isMatrix && !versions.includes(oldest)
      ? [{ line: 1, found: `Node ${oldest} is not tested` }]
      : []),
  ];
}

function unpinnedActions(file: SourceFile): Find[] {
  return toLines(file).flatMap((text, index) =>
    /^\s*(?:- )?uses:/.test(text) && !PINNED.test(text)
      ? [{ line: index + 1, found: text.trim() }]
      : [],
  );
}
