/** Spanish formats of dates, times and ordinals. */
import { pickPlural } from '../../plural.ts';
import type { DateTexts } from '../en/dates.ts';

export const dateTexts = {
  months: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  date: ({ year, month, day }) => `${day} de ${month} de ${year}`,
  dayLabel: ({ weekday, month, day }) => `${weekday.slice(0, 3)}, ${day} de ${month}`,
  month: ({ year, month }) => `${month} de ${year}`,
  time: ({ hours, minute }) =>
    `${hours % 12 || 12}:${minute} ${hours < 12 ? 'a.\u00a0m.' : 'p.\u00a0m.'}`,
  instant: (date, time) => `${date}, ${time}`,
  overdue: (days) =>
    `Vencida hace ${days} ${pickPlural('es', days, { one: 'día', other: 'días' })}`,
  /** Masculine, because they precede the word "pago". */
  ordinals: [
    'Primer',
    'Segundo',
    'Tercer',
    'Cuarto',
    'Quinto',
    'Sexto',
    'Séptimo',
    'Octavo',
    'Noveno',
    'Décimo',
    'Undécimo',
  ],
  final: 'Último',
} satisfies DateTexts;
