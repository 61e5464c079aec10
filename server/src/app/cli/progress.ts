/** A progress bar, printed only if the output is a terminal. */
import { monotonicMs } from '../../kernel/clock.ts';
import type { Terminal } from './terminal.ts';

export type Progress = {
  reading(rows: number, bytes: number): void;
  writing(rows: number, rowsTotal: number): void;
  end(): void;
};

const WIDTH = 30;
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent' });
const CLEAR_LINE = '\r\u001b[K';

const NOWHERE: Progress = {
  reading: () => undefined,
  writing: () => undefined,
  end: () => undefined,
};

export function progressOn(stderr: Terminal['stderr'], bytesTotal: number): Progress {
  if (!stderr.isTTY) return NOWHERE;
  const beganMs = monotonicMs();
  const show = (step: string, rows: number, share: number) => {
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const rate = Math.round(rows / ((monotonicMs() - beganMs) / 1000));
    stderr.write(`${CLEAR_LINE}${step} ${bar} ${PERCENT.format(share)}  ${rows} rows  ${rate}/s`);
  };
  const computeShare = (part: number, whole: number) =>
    whole === 0 ? 1 : Math.min(1, part / whole);
  return {
    reading: (rows, bytes) => show('Reading', rows, computeShare(bytes, bytesTotal)),
    writing: (rows, rowsTotal) => show('Writing', rows, computeShare(rows, rowsTotal)),
    end: () => void stderr.write(CLEAR_LINE),
  };
}
