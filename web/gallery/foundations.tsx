// Colors, type, logos and icons of the gallery.

import { BRAND_VARIABLES } from '@quittance/domain/brand/brand-palette';
import { bindClasses } from '../src/lib/bind-classes.ts';
import { Logo } from '../src/theme/logo.tsx';
import { Icon, type IconName } from '../src/ui/actions/icon.tsx';
import { ICON_PATHS } from '../src/ui/actions/icon-paths.ts';
import { Heading } from '../src/ui/text/heading.tsx';
import { Money } from '../src/ui/text/money.tsx';
import { Text } from '../src/ui/text/text.tsx';
import type { SampleCompany } from './companies.ts';
import styles from './gallery.module.css';
import { Sample } from './sample.tsx';

const css = bindClasses(styles);

// because Object.keys forgets the key type of a constant table
const ICON_NAMES = Object.keys(ICON_PATHS) as IconName[];

export function Foundations({ company }: { company: SampleCompany }) {
  return (
    <>
      <Sample title="Colors" look="grid">
        {BRAND_VARIABLES.map((name) => (
          <div key={name} className={css('swatch')}>
            <span className={css('patch')} style={{ background: `var(--${name})` }} />
            {name}
          </div>
        ))}
      </Sample>
      <Sample title="Type">
        <Money text="$1,500.00" size="hero" />
        <Heading level={2} size="page">
          Invoice HD-2041
        </Heading>
        <Heading level={2}>Payment plan</Heading>
        <Heading level={3}>Other payment options</Heading>
        <Text size="large">Thank you, your payment recieved</Text>
        <Text>Body text, the size most things are written in.</Text>
        <Text tone="muted">Muted text, for labels and second thoughts.</Text>
        <Text size="small" tone="subtle">
          Small and subtle, for what is rarely needed.
        </Text>
        <Text tone="danger" isStrong>
          Overdue for 16 days
        </Text>
      </Sample>
      <Sample title="Logo" look="row">
        <Logo name={company.name} size="small" />
        <Logo name={company.name} />
        <Logo name={company.name} size="large" isAlone />
        <Logo name={company.name} logoUrl="/missing.png" />
      </Sample>
      <Sample title="Icons" look="row">
        {ICON_NAMES.map((name) => (
          <span key={name} className={css('icon')}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </Sample>
    </>
  );
}
