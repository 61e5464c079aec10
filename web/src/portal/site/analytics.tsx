// Analytics of the public pages (R29): requests consent once, reports page views after consent, and allows
// withdrawal on the privacy policy page.

import { isTrackedPath, PUBLIC_PATHS } from '@quittance/contract/pages';
import { useEffect, useMemo, useState } from 'react';
import { analyticsTexts } from '#texts/site/analytics';
import { createPostEvent, type PostEvent } from '../../shared/api/post-event.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import styles from './analytics.module.css';
import type { AnalyticsConfig } from './analytics-config.ts';

/** The user type of every visitor (product §6). */
const USER_TYPE = 'DEBTOR';

type AnalyticsAdapter = { pageViewed(pathname: string): void };

type Settings = NonNullable<AnalyticsConfig['analytics']>;

export function createPlausible({ url, site }: Settings, postEvent: PostEvent): AnalyticsAdapter {
  return {
    pageViewed(pathname) {
      postEvent(`${url}/api/event`, {
        name: 'pageview',
        domain: site,
        url: `${window.location.origin}${pathname}`,
        props: { userType: USER_TYPE },
      });
    },
  };
}

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
  if (isRefusedByBrowser(navigator)) return <RefusedByBrowser />;
  return <ConsentSetting isOn={isOn} onChoose={choose} />;
}

type ChooseProps = { onChoose: (consent: Consent) => void };

/** Both buttons look the same, so that the prompt does not favor either choice. */
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

function RefusedByBrowser() {
  return (
    <PageColumn width="narrow">
      <Notice>{analyticsTexts.isRefused}</Notice>
    </PageColumn>
  );
}

function toAddresses({ metaPixelId, linkedinPartnerId }: AnalyticsConfig): string[] {
  const meta = `https://www.facebook.com/tr?id=${metaPixelId}&ev=PageView&noscript=1`;
  const linkedin = `https://px.ads.linkedin.com/collect/?pid=${linkedinPartnerId}&fmt=gif`;
  return [...(metaPixelId ? [meta] : []), ...(linkedinPartnerId ? [linkedin] : [])];
}

/**
 * Marketing pixels of Meta and LinkedIn, loaded as the images they provide for pages without scripts, so that no
 * third-party code runs.
 */
export function createPixels(
  settings: AnalyticsConfig,
  load = loadPicture,
): AnalyticsAdapter | null {
  const addresses = toAddresses(settings);
  if (addresses.length === 0) return null;
  return { pageViewed: () => addresses.forEach(load) };
}

function loadPicture(address: string): void {
  const picture = new Image(1, 1);
  picture.referrerPolicy = 'no-referrer';
  picture.src = address;
}

/**
 * The visitor's analytics consent, saved in this browser. Global Privacy Control counts as denied, without a
 * prompt.
 */
type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'measuring';

type GetStorage = () => Pick<Storage, 'getItem' | 'setItem'>;
const browserStorage: GetStorage = () => window.localStorage;

function isRefusedByBrowser(browser: Navigator): boolean {
  return 'globalPrivacyControl' in browser && browser.globalPrivacyControl === true;
}

export function readConsent(
  getStorage: GetStorage = browserStorage,
  browser = navigator,
): Consent | null {
  if (isRefusedByBrowser(browser)) return 'denied';
  try {
    const saved = getStorage().getItem(CONSENT_KEY);
    return saved === 'granted' || saved === 'denied' ? saved : null;
  } catch {
    return 'denied';
  }
}

function saveConsent(consent: Consent, getStorage: GetStorage = browserStorage): void {
  try {
    getStorage().setItem(CONSENT_KEY, consent);
  } catch {
    // Without storage, the prompt appears again on the next page.
  }
}

/**
 * Session recording with Microsoft Clarity. Its script observes the document until it is unloaded, so it starts
 * only on pages without forms, and the document is reloaded on leaving them.
 */
type Clarity = ((...order: unknown[]) => void) & { q?: unknown[][] };

declare global {
  interface Window {
    clarity?: Clarity;
  }
}

function queue(): Clarity {
  const clarity: Clarity = (...order) => {
    clarity.q = [...(clarity.q ?? []), order];
  };
  return clarity;
}

function createClarity(clarityId: string, root: Document = document): AnalyticsAdapter {
  let isStarted = false;
  return {
    pageViewed() {
      if (isStarted) return;
      isStarted = true;
      const clarity = window.clarity ?? queue();
      window.clarity = clarity;
      clarity('consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' });
      clarity('set', 'userType', USER_TYPE);
      const script = root.createElement('script');
      script.async = true;
      script.src = `https://www.clarity.ms/tag/${clarityId}`;
      root.head.append(script);
    },
  };
}
