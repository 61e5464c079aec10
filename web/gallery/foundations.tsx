// Colors, type, logos and icons.

import { BRAND_VARIABLES } from '@quittance/contract/companies/brand-palette';
import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { Logo } from '../src/shared/theme/logo.tsx';
import { ICON_PATHS, Icon, type IconName } from '../src/shared/ui/actions/icon.tsx';
import { Heading } from '../src/shared/ui/text/heading.tsx';
import { Money } from '../src/shared/ui/text/money.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import type { CatalogEntry } from './catalog-entry.ts';
import styles from './gallery.module.css';

const css = bindClasses(styles);

// The cast is needed because `Object.keys` returns `string[]`.
const ICON_NAMES = Object.keys(ICON_PATHS) as IconName[];

export const FOUNDATIONS: readonly CatalogEntry[] = [
  {
    id: 'colors',
    title: 'Colors',
    layout: 'grid',
    render: () =>
      BRAND_VARIABLES.map((name) => (
        <div key={name} className={css('swatch')}>
          <span className={css('patch')} style={{ background: `var(--${name})` }} />
          {name}
        </div>
      )),
  },
  {
    id: 'type',
    title: 'Type',
    render: () => (
      <>
        <Money text="$1,500.00" size="hero" />
        <Heading level={2} size="page">
          Invoice HD-2041
        </Heading>
        <Heading level={2}>Payment plan</Heading>
        <Heading level={3}>Other payment options</Heading>
        <Text size="large">Thank you, your payment recieved</Text>
        <Text>Body text, the default size.</Text>
        <Text tone="muted">Muted text, for labels.</Text>
        <Text size="small" tone="subtle">
          Small and subtle, for secondary details.
        </Text>
        <Text tone="danger" isStrong>
          Overdue for 16 days
        </Text>
      </>
    ),
  },
  {
    id: 'logo',
    title: 'Logo',
    layout: 'row',
    render: ({ name }) => (
      <>
        <Logo name={name} size="small" />
        <Logo name={name} />
        <Logo name={name} size="large" isAlone />
        <Logo name={name} logoUrl="/missing.png" />
      </>
    ),
  },
  {
    id: 'icons',
    title: 'Icons',
    layout: 'row',
    render: () =>
      ICON_NAMES.map((name) => (
        <span key={name} className={css('icon')}>
          <Icon name={name} />
          {name}
        </span>
      )),
  },
];
