// The gallery: every UI state of the catalog, or a single one, in a brand and a theme.

import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { Logo } from '../src/shared/theme/logo.tsx';
import { buttonClass } from '../src/shared/ui/actions/button-class.ts';
import { ToastContainer } from '../src/shared/ui/feedback/toast-container.tsx';
import { PageColumn } from '../src/shared/ui/layout/page-column.tsx';
import { Heading } from '../src/shared/ui/text/heading.tsx';
import { CATALOG } from './catalog.tsx';
import type { CatalogEntry } from './catalog-entry.ts';
import { COMPANIES, type SampleCompany } from './companies.ts';
import styles from './gallery.module.css';

const css = bindClasses(styles);
const linkClass = buttonClass({ variant: 'quiet', size: 'small' });

type GalleryProps = { company: SampleCompany; entry?: CatalogEntry | undefined };

export function Gallery({ company, entry }: GalleryProps) {
  return (
    <>
      {!entry && <GalleryHeader company={company} />}
      <PageColumn>
        {entry ? (
          <State entry={entry} company={company} />
        ) : (
          <>
            <Heading level={1}>Components</Heading>
            {CATALOG.map(({ title, entries }) => (
              <section key={title} className={css('group')}>
                <Heading level={2}>{title}</Heading>
                {entries.map((each) =>
                  each.isOverlay ? (
                    <StateLink key={each.id} entry={each} company={company} />
                  ) : (
                    <State key={each.id} entry={each} company={company} />
                  ),
                )}
              </section>
            ))}
          </>
        )}
      </PageColumn>
      <ToastContainer flow="portal" />
    </>
  );
}

type StateProps = { entry: CatalogEntry; company: SampleCompany };

function State({ entry: { id, title, layout = 'column', render }, company }: StateProps) {
  return (
    <div className={css('sample')} data-state={id}>
      <Heading level={3}>{title}</Heading>
      <div className={css(layout)}>{render(company)}</div>
    </div>
  );
}

function StateLink({ entry: { id, title }, company }: StateProps) {
  return (
    <a className={linkClass} href={`?brand=${company.key}&state=${id}`}>
      {title}
    </a>
  );
}

function GalleryHeader({ company }: { company: SampleCompany }) {
  return (
    <header className={css('header')}>
      <div className={css('company')}>
        <Logo name={company.name} />
        {company.name}
      </div>
      <nav aria-label="Brand" className={css('links')}>
        {COMPANIES.map(({ key }) => (
          <a key={key} className={linkClass} href={`?brand=${key}`}>
            {key}
          </a>
        ))}
      </nav>
      <nav aria-label="Theme" className={css('links')}>
        {['light', 'dark'].map((theme) => (
          <a key={theme} className={linkClass} href={`?brand=${company.key}&theme=${theme}`}>
            {theme}
          </a>
        ))}
      </nav>
    </header>
  );
}
