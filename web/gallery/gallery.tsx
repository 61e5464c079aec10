// The gallery: every component in every state, with links to see them in another brand or theme.

import { bindClasses } from '../src/lib/bind-classes.ts';
import { Logo } from '../src/theme/logo.tsx';
import { buttonClass } from '../src/ui/actions/button-class.ts';
import { ToastContainer } from '../src/ui/feedback/toast-container.tsx';
import { PageColumn } from '../src/ui/layout/page-column.tsx';
import { Heading } from '../src/ui/text/heading.tsx';
import { Choices } from './choices.tsx';
import { COMPANIES, type SampleCompany } from './companies.ts';
import { Controls } from './controls.tsx';
import { Display } from './display.tsx';
import { Feedback } from './feedback.tsx';
import { Foundations } from './foundations.tsx';
import styles from './gallery.module.css';
import { Popups } from './popups.tsx';

const css = bindClasses(styles);

type GalleryProps = { company: SampleCompany; initiallyOpen: string | null };

export function Gallery({ company, initiallyOpen }: GalleryProps) {
  return (
    <>
      <GalleryHeader company={company} />
      <PageColumn>
        <Heading level={1}>Components</Heading>
        <Group title="Foundations">
          <Foundations company={company} />
        </Group>
        <Group title="Controls">
          <Controls />
        </Group>
        <Group title="Choices">
          <Choices />
        </Group>
        <Group title="Display">
          <Display />
        </Group>
        <Group title="Feedback">
          <Feedback company={company} isOffline={initiallyOpen === 'offline'} />
        </Group>
        <Group title="Popups">
          <Popups company={company} initiallyOpen={initiallyOpen} />
        </Group>
      </PageColumn>
      <ToastContainer flow="portal" />
    </>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={css('group')}>
      <Heading level={2}>{title}</Heading>
      {children}
    </section>
  );
}

const look = buttonClass({ variant: 'quiet', size: 'small' });

function GalleryHeader({ company }: { company: SampleCompany }) {
  return (
    <header className={css('header')}>
      <div className={css('company')}>
        <Logo name={company.name} />
        {company.name}
      </div>
      <nav aria-label="Brand" className={css('links')}>
        {COMPANIES.map(({ key }) => (
          <a key={key} className={look} href={`?brand=${key}`}>
            {key}
          </a>
        ))}
      </nav>
      <nav aria-label="Theme" className={css('links')}>
        {['light', 'dark'].map((theme) => (
          <a key={theme} className={look} href={`?brand=${company.key}&theme=${theme}`}>
            {theme}
          </a>
        ))}
        <a className={look} href={`?brand=${company.key}&screen=invoice`}>
          invoice screen
        </a>
      </nav>
    </header>
  );
}
