/** One line of `quittance doctor`. */
export type CheckResult = { check: string; result: 'ok' | 'warning' | 'failure'; message: string };

const toResult = (result: CheckResult['result']) => (check: string, message: string) => ({
  check,
  result,
  message,
});

export const ok = toResult('ok');
export const warning = toResult('warning');
export const failure = toResult('failure');
