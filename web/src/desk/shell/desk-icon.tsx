// Icons of the console's navigation, in the style of `ui/actions`. They are separate, because payers load that
// file.

import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './desk-icon.module.css';

const css = bindClasses(styles);

const PATHS = {
  overview: 'M3.5 16.5h13M5.5 13.5v-4M9 13.5v-8M12.5 13.5v-5.5M16 13.5V4',
  attention:
    'M10 3a4.6 4.6 0 0 0-4.6 4.6c0 4-1.7 5.4-1.7 5.4h12.6s-1.7-1.4-1.7-5.4A4.6 4.6 0 0 0 10 3ZM8.3 15.8a1.9 1.9 0 0 0 3.4 0',
  invoices:
    'M5 2.8h7l3.5 3.5v10.9H5a.5.5 0 0 1-.5-.5V3.3a.5.5 0 0 1 .5-.5ZM11.8 2.8v3.7h3.7M7.5 10h5M7.5 13.2h5',
  customers:
    'M7.5 4a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM2.5 16a5 5 0 0 1 10 0M13 4.4a2.5 2.5 0 0 1 0 4.8M14.6 11.6a5 5 0 0 1 2.9 4.4',
  payments:
    'M4 4.5h12A1.5 1.5 0 0 1 17.5 6v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6A1.5 1.5 0 0 1 4 4.5ZM2.5 8.3h15M5.5 12.2h3',
  plans:
    'M4.5 4.2h11a1.5 1.5 0 0 1 1.5 1.5v9.8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5V5.7a1.5 1.5 0 0 1 1.5-1.5ZM3 8.3h14M6.8 2.5v3.2M13.2 2.5v3.2M7 12.2l2 2 4-4',
  projects:
    'M3 5.5A1.5 1.5 0 0 1 4.5 4h3.2l1.8 2h6A1.5 1.5 0 0 1 17 7.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5Z',
  import: 'M10 12.6V3.4M6.2 7.2 10 3.4l3.8 3.8M3.5 12.5v4h13v-4',
  settings:
    'M3 6h7M14.5 6H17M3 14h2.5M10 14h7M12.2 3.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM7.8 11.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
} as const;

export type DeskIconName = keyof typeof PATHS;

export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className={css('icon')} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
