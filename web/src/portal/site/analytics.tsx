// Analytics of the public pages (R29): asks for consent once, reports page views after consent, and allows
// withdrawal on the privacy policy page.

import { isTrackedPath, PUBLIC_PATHS } from '@quittance/contract/pages';
import { useEffect, useMemo, useState } from 'react';
import { analyticsTexts } from '#texts/site/analytics';
import { createPostEvent } from '../../shared/api/post-event.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import styles from './analytics.module.css';
import type { AnalyticsConfig } from './analytics-config.ts';
import { createClarity } from './clarity.ts';
import { type Consent, readConsent, saveConsent } from './consent.ts';
import { createPixels } from './pixels.ts';
import { type AnalyticsAdapter, createPlausible } from './plausible.ts';

const css = bindClasses(styles);

function createAdapters(settings: AnalyticsConfig): AnalyticsAdapter[] {
  const { analytics, clarityId } = settings;
  const adapters = [
    analytics && createPlausible(analytics, createPostEvent(window.fetch.bind(window))),
    clarityId ? createClarity(clarityId) : null,
    createPixels(settings),
  ];
  return adapters.filter((adapter) => adapter !== null);
}

type AnalyticsProps = {
  settings: AnalyticsConfig;
  pathname: string;
  /** Only a reload stops a script that observes the document. */
  reload?: () => void;
};

const reloadDocument = (): void => window.location.reload();

export function Analytics({ settings, pathname, reload = reloadDocument }: AnalyticsProps) {
  const [consent, setConsent] = useState(readConsent);
  const adapters = useMemo(() => createAdapters(settings), [settings]);
  const isOn = consent === 'granted';

  useEffect(() => {
    if (!isOn) return;
    if (isTrackedPath(pathname)) for (const adapter of adapters) adapter.pageViewed(pathname);
    else if (settings.clarityId) reload();
  }, [isOn, pathname, adapters, settings, reload]);

  const choose = (next: Consent): void => {
    saveConsent(next);
    setConsent(next);
    if (isOn && settings.clarityId) reload();
  };
  if (consent === null) return <ConsentPrompt onChoose={choose} />;
  if (pathname !== PUBLIC_PATHS.privacyPolicy) return null;
  return <ConsentSetting isOn={isOn} onChoose={choose} />;
}

type ChooseProps = { onChoose: (consent: Consent) => void };

/** Both buttons look the same, so that neither is suggested. */
function ConsentPrompt({ onChoose }: ChooseProps) {
  return (
    <section className={css('question')} aria-label={analyticsTexts.region}>
      <p>{analyticsTexts.ask}</p>
      <div className={css('answers')}>
        <Button variant="secondary" onClick={() => onChoose('denied')}>
          {analyticsTexts.decline}
        </Button>
        <Button variant="secondary" onClick={() => onChoose('granted')}>
          {analyticsTexts.allow}
        </Button>
      </div>
    </section>
  );
}

function ConsentSetting({ isOn, onChoose }: ChooseProps & { isOn: boolean }) {
  return (
    <PageColumn width="narrow">
      <Notice
        action={{
          label: isOn ? analyticsTexts.stop : analyticsTexts.start,
          onClick: () => onChoose(isOn ? 'denied' : 'granted'),
        }}
      >
        {isOn ? analyticsTexts.isOn : analyticsTexts.isOff}
      </Notice>
    </PageColumn>
  );
}
