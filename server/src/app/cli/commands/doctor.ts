import { availableParallelism } from 'node:os';
import type { Config } from '../../../kernel/config.ts';
import type { CheckResult } from '../../installation/check-result.ts';
import { examine, examineNode } from '../../installation/examine.ts';
import type { Input, Program, ProgramCommand } from '../command.ts';

const LABELS = { ok: 'ok', warning: 'WARN', failure: 'FAIL' } as const;

/** Invalid settings are reported alone because all other checks need them. */
async function examineAll({ readConfig }: Program, input: Input): Promise<CheckResult[]> {
  const node = examineNode(process.versions.node);
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [node, { check: 'environment', result: 'failure', message }];
  }
  const processes = config.processes ?? availableParallelism();
  const how = { allowsHttp: input.isOn('allow-http') };
  return [node, ...(await examine({ ...config, processes }, how))];
}

function toText(findings: readonly CheckResult[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(
    ({ check, result, message }) =>
      `${LABELS[result].padEnd(4)}  ${check.padEnd(width)}  ${message}`,
  );
  const count = (wanted: CheckResult['result']) =>
    findings.filter(({ result }) => result === wanted).length;
  return [...lines, '', `${count('failure')} failures, ${count('warning')} warnings`].join('\n');
}

export const DOCTOR: ProgramCommand = {
  name: 'doctor',
  args: [],
  summary: 'Check the installation; fail if a problem would prevent it from working',
  options: {
    'allow-http': { text: 'accept a plain-http PUBLIC_URL on this machine, for a trial' },
  },
  example: '--json',
  async runIn(program, input) {
    const findings = await examineAll(program, input);
    const isFailure = findings.some(({ result }) => result === 'failure');
    return { data: { isInOrder: !isFailure, findings }, text: toText(findings), isFailure };
  },
};
