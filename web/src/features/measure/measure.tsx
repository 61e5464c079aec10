// The measuring of the product's own pages (R29): asks once, measures after a yes, and lets it be taken
// back where the privacy policy is read. What is measured is in the adapters.

import { isMeasuredPath, PUBLIC_PATHS } from '@quittance/contract/pages';
import { useEffect, useMemo, useState } from 'react';
import { measureTexts } from '#texts/site/measure';
import { createPostEvent } from '../../api/post-event.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageColumn } from '../../ui/layout/page-column.tsx';
import { type Adapter, createAnalytics } from './analytics.ts';
import { type Consent, keepConsent, readConsent } from './consent.ts';
import styles from './measure.module.css';
import { createPixels } from './pixels.ts';
import { createRecording } from './recording.ts';
import type { Measuring } from './settings.ts';

const css = bindClasses(styles);

function adaptersOf(settings: Measuring): Adapter[] {
  const { analytics, clarityId } = settings;
  const adapters = [
    analytics && createAnalytics(analytics, createPostEvent(window.fetch.bind(window))),
    clarityId ? createRecording(clarityId) : null,
    createPixels(settings),
  ];
  return adapters.filter((adapter) => adapter !== null);
}

type MeasureProps = {
  settings: Measuring;
  pathname: string;
  /** A script that watches the document is only got rid of with the document. */
  reload?: () => void;
};

const reloadDocument = (): void => window.location.reload();

export function Measure({ settings, pathname, reload = reloadDocument }: MeasureProps) {
  const [consent, setConsent] = useState(readConsent);
  const adapters = useMemo(() => adaptersOf(settings), [settings]);
  const isOn = consent === 'granted';

  useEffect(() => {
    if (!isOn) return;
    if (isMeasuredPath(pathname)) for (const adapter of adapters) adapter.pageSeen(pathname);
    else if (settings.clarityId) reload();
  }, [isOn, pathname, adapters, settings, reload]);

  const choose = (next: Consent): void => {
    keepConsent(next);
    setConsent(next);
    if (isOn && settings.clarityId) reload();
  };
  if (consent === null) return <Question onChoose={choose} />;
  if (pathname !== PUBLIC_PATHS.privacyPolicy) return null;
  return <Choice isOn={isOn} onChoose={choose} />;
}

type ChooseProps = { onChoose: (consent: Consent) => void };

/** Both answers look alike: neither is the one that is meant. */
function Question({ onChoose }: ChooseProps) {
  return (
    <section className={css('question')} aria-label={measureTexts.region}>
      <p>{measureTexts.ask}</p>
      <div className={css('answers')}>
        <Button variant="secondary" onClick={() => onChoose('denied')}>
          {measureTexts.decline}
        </Button>
        <Button variant="secondary" onClick={() => onChoose('granted')}>
          {measureTexts.allow}
        </Button>
      </div>
    </section>
  );
}

function Choice({ isOn, onChoose }: ChooseProps & { isOn: boolean }) {
  return (
    <PageColumn width="narrow">
      <Notice
        action={
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChoose(isOn ? 'denied' : 'granted')}
          >
            {isOn ? measureTexts.stop : measureTexts.start}
          </Button>
        }
      >
        {isOn ? measureTexts.isOn : measureTexts.isOff}
      </Notice>
    </PageColumn>
  );
}
