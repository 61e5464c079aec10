// Bars over days, weeks or ages, drawn as SVG in the colors of the theme. Amounts are in cents. The pointer shows the
// exact amounts of a bar; the table below the chart has them for everyone else.

import { type Cents, cents } from '@quittance/contract/money';
import { useLayoutEffect, useRef, useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatMoney } from '../format.ts';
import styles from './bars.module.css';

const css = bindClasses(styles);

export type BarSeries = { label: string; color: string };

export type BarsProps = {
  /** One amount per series. */
  rows: readonly { name: string; amounts: readonly Cents[] }[];
  series: readonly BarSeries[];
  isStacked?: boolean;
};

const HEIGHT = 240;
const TOP = 8;
const BOTTOM = 24;
const BASE = HEIGHT - BOTTOM;
const TICKS = 4;
const DIGIT_PX = 7;
const BAR_MAX = 36;
const RADIUS = 2;

/** Returns the first of 1, 2, 2.5 and 5 times a power of ten that four steps of reach the amount. */
export function tickStep(max: number): number {
  const least = Math.max(max, 100) / TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const UNITS = [
  { size: 100_000_000, sign: 'M' },
  { size: 100_000, sign: 'k' },
] as const;

/** '$500', '$2.5k', '$1M'. */
export function shortAmount(amount: number): string {
  const unit = UNITS.find(({ size }) => amount >= size);
  return `$${amount / (unit?.size ?? 100)}${unit?.sign ?? ''}`;
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

export function Bars(props: BarsProps) {
  const { rows, series } = props;
  const { frame, width } = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const row = active === null ? undefined : rows[active];
  return (
    <>
      <div ref={frame} className={css('frame')} onPointerLeave={() => setActive(null)}>
        {width > 0 && <Drawing {...props} width={width} active={active} onActive={setActive} />}
        {row && active !== null && (
          <div className={css('box', active * 2 < rows.length ? 'right' : 'left')}>
            <strong>{row.name}</strong>
            {series.map(({ label, color }, index) => (
              <Key key={label} label={label} color={color} amount={row.amounts[index]} />
            ))}
          </div>
        )}
      </div>
      {series.length > 1 && (
        <p className={css('legend')}>
          {series.map(({ label, color }) => (
            <Key key={label} label={label} color={color} />
          ))}
        </p>
      )}
    </>
  );
}

type KeyProps = BarSeries & { amount?: Cents | undefined };

function Key({ label, color, amount }: KeyProps) {
  return (
    <span className={css('key')}>
      <span className={css('mark')} style={{ background: color }} />
      {label}
      {amount !== undefined && <span className={css('amount')}>{formatMoney(cents(amount))}</span>}
    </span>
  );
}

type DrawingProps = BarsProps & {
  width: number;
  active: number | null;
  onActive: (index: number) => void;
};

function Drawing(props: DrawingProps) {
  const { rows, series, isStacked = false, width, active, onActive } = props;
  const heights = rows.map(({ amounts }) =>
    isStacked ? amounts.reduce<number>((sum, amount) => sum + amount, 0) : Math.max(...amounts),
  );
  const step = tickStep(Math.max(0, ...heights));
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => index * step);
  const left = Math.max(...ticks.map((tick) => shortAmount(tick).length)) * DIGIT_PX + 10;
  const band = (width - left) / Math.max(rows.length, 1);
  const toY = (amount: number): number => BASE - (amount / (step * TICKS)) * (BASE - TOP);
  const longest = Math.max(0, ...rows.map(({ name }) => name.length)) * DIGIT_PX + 10;
  const every = Math.max(1, Math.ceil(longest / band));
  const inside = Math.min(band * 0.7, BAR_MAX * (isStacked ? 1 : series.length));
  const bar = isStacked ? inside : inside / series.length;
  return (
    <svg width={width} height={HEIGHT} className={css('drawing')}>
      <title>{series.map(({ label }) => label).join(', ')}</title>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={toY(tick)} y2={toY(tick)} className={css('line')} />
          <text x={left - 8} y={toY(tick) + 4} textAnchor="end" className={css('label')}>
            {shortAmount(tick)}
          </text>
        </g>
      ))}
      {rows.map(({ name, amounts }, index) => {
        const start = left + index * band;
        let below = 0;
        return (
          <g key={name} onPointerEnter={() => onActive(index)}>
            <rect
              x={start}
              y={TOP}
              width={band}
              height={BASE - TOP}
              className={css('band', index === active && 'active')}
            />
            {series.map(({ label, color }, place) => {
              const amount = amounts[place] ?? 0;
              const top = toY(below + amount);
              const height = toY(below) - top;
              if (isStacked) below += amount;
              return (
                <rect
                  key={label}
                  x={start + (band - inside) / 2 + (isStacked ? 0 : place * bar)}
                  y={top}
                  width={bar}
                  height={height}
                  rx={Math.min(RADIUS, height / 2)}
                  fill={color}
                />
              );
            })}
            {index % every === 0 && (
              <text
                x={start + band / 2}
                y={HEIGHT - 6}
                textAnchor="middle"
                className={css('label')}
              >
                {name}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
