// Bars over days, weeks or ages. Amounts are in cents, and colors are those of the theme.

import { cents } from '@quittance/contract/money';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatMoney } from '../format.ts';

export type BarsProps = {
  rows: readonly Readonly<Record<string, string | number>>[];
  series: readonly { key: string; label: string; color: string }[];
  isStacked?: boolean;
};

const HEIGHT = 240;
const TICK = { fill: 'var(--text-subtle)', fontSize: 12 };
const BOX = {
  border: '1px solid var(--hairline)',
  borderRadius: 8,
  background: 'var(--raised)',
  color: 'var(--text)',
};

const short = (value: number): string =>
  formatMoney(cents(Math.round(value))).replace(/\.\d\d$/, '');
const exact = (value: unknown): string => formatMoney(cents(Math.round(Number(value))));

export function Bars({ rows, series, isStacked = false }: BarsProps) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart
        data={[...rows]}
        margin={{ top: 8, right: 8, bottom: 0, left: 8 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis dataKey="name" tick={TICK} tickLine={false} axisLine={false} minTickGap={24} />
        <YAxis tick={TICK} tickLine={false} axisLine={false} tickFormatter={short} width={72} />
        <Tooltip formatter={exact} contentStyle={BOX} cursor={{ fill: 'var(--sunken)' }} />
        {series.length > 1 && <Legend wrapperStyle={{ fontSize: 13 }} />}
        {series.map(({ key, label, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={color}
            maxBarSize={36}
            isAnimationActive={false}
            {...(isStacked && { stackId: 'all' })}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
