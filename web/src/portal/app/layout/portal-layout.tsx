// The layout of every portal page: the company's header, brand, page icon and title, the footer, popups,
// toasts and the offline banner.

import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { shellTexts } from '#texts/site/shell';
import { useInterval } from '../../../shared/hooks/use-interval.ts';
import { useIsOnline } from '../../../shared/hooks/use-is-online.ts';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { browserClock } from '../../../shared/lib/clock.ts';
import { toContact } from '../../../shared/lib/contact-of.ts';
import { toLegalName } from '../../../shared/lib/legal-name.ts';
import { onReturn } from '../../../shared/lib/on-return.ts';
import { portalTitle } from '../../../shared/lib/paths.ts';
import { STALE_AFTER_MS, TOAST_RETRY_MS } from '../../../shared/lib/timings.ts';
import { applyBrand } from '../../../shared/theme/apply-brand.ts';
import { setPageIcon } from '../../../shared/theme/page-icon.ts';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { OfflineBanner } from '../../../shared/ui/feedback/offline-banner.tsx';
import { PopupHost } from '../../popups/popup-host.tsx';
import type { ChooseLanguage } from '../../site/language-links.tsx';
import { useAppDispatch, useOpeningSelector } from '../../store/hooks.ts';
import { selectIsCompanyUnknown } from '../../store/portal-progress.ts';
import { selectBrand, selectCompany } from '../../store/reads.ts';
import { refresh } from '../../store/refresh.ts';
import { type Toast, toastDismissed } from '../../store/toasts.ts';
import { usePageTitle } from '../use-page-title.ts';
import styles from './demo-banner.module.css';
import { CompanyHeader, ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

type PortalLayoutProps = {
  bar?: ReactNode;
  flow?: 'portal' | 'auth';
  onLanguage?: ChooseLanguage;
  /** Called when the page reloads its data. */
  onRefresh?: () => void;
  children: ReactNode;
};

export function PortalLayout(props: PortalLayoutProps) {
  const { bar, flow = 'portal', onLanguage, onRefresh, children } = props;
  const company = useOpeningSelector((state) => selectCompany(state) ?? selectBrand(state));
  const isUnknown = useOpeningSelector(selectIsCompanyUnknown);
  // During a payment, the overlay explains the lost connection.
  const isPaying = useOpeningSelector(({ request }) => request?.isPaymentInProcessing ?? false);
  const isOnline = useIsOnline();
  useRefreshOnReturn(onRefresh);
  usePageTitle(company || isUnknown ? portalTitle(company?.name ?? null) : null);
  // Runs before the first paint, so that the page shows only the company's colors.
  useLayoutEffect(() => {
    if (company) applyBrand(company.palette);
  }, [company]);
  useEffect(() => {
    if (company) setPageIcon(company);
  }, [company]);
  const header =
    isUnknown && !company ? (
      <ProductHeader pathname={window.location.pathname} />
    ) : (
      <CompanyHeader company={company}>{bar}</CompanyHeader>
    );
  return (
    <>
      <PageFrame
        header={header}
        about={company && toLegalName(company)}
        contact={company && toContact(company)}
        onLanguage={onLanguage}
      >
        {company?.isDemo && <Banner {...shellTexts.demo} />}
        {company?.isTestMode && <Banner {...shellTexts.testMode} />}
        {children}
      </PageFrame>
      <OfflineBanner isOffline={!isOnline && !isPaying} />
      <PopupHost />
      <ToastHost flow={flow} />
    </>
  );
}

const css = bindClasses(styles);

/** Shows that the company is a demo (R51), or that its processor keys move no real money. */
function Banner({ title, text }: { title: string; text: string }) {
  return (
    <p className={css('banner')} role="note">
      <Icon name="info" size="small" />
      <span>
        <strong>{title}</strong> {text}
      </span>
    </p>
  );
}

/**
 * Reloads the page's data when the network is back, and when the payer returns to the window after a while, because
 * updates may have been missed in the meantime (R21).
 */
function useRefreshOnReturn(onRefresh: (() => void) | undefined): void {
  const dispatch = useAppDispatch();
  const refreshed = useEffectEvent(() => onRefresh?.());
  useEffect(() => {
    let readAtMs = browserClock.nowMs();
    return onReturn((what) => {
      const nowMs = browserClock.nowMs();
      if (what === 'payer' && nowMs - readAtMs < STALE_AFTER_MS) return;
      readAtMs = nowMs;
      void dispatch(refresh());
      refreshed();
    });
  }, [dispatch]);
}

type ToastRenderer = {
  Container: ComponentType<{ flow: 'portal' | 'auth' }>;
  show: (toast: Pick<Toast, 'tone' | 'text'>) => void;
};

async function loadRenderer(): Promise<ToastRenderer> {
  const [{ ToastContainer }, { showToast }] = await Promise.all([
    import('../../../shared/ui/feedback/toast-container.tsx'),
    import('../../../shared/ui/feedback/show-toast.tsx'),
  ]);
  return { Container: ToastContainer, show: showToast };
}

/** The two flows show toasts in different places and for different durations (product §2.29). */
function ToastHost({ flow }: { flow: 'portal' | 'auth' }) {
  const toasts = useOpeningSelector(({ toasts: { list } }) => list);
  const dispatch = useAppDispatch();
  const [renderer, setRenderer] = useState<ToastRenderer | null>(null);
  const isWanted = toasts.length > 0 && !renderer;
  const load = (): void => {
    loadRenderer()
      .then(setRenderer)
      .catch(() => {}); // the toasts stay in the store and ask again
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => {
    if (isWanted) loadFirst();
  }, [isWanted]);
  useInterval(load, isWanted ? TOAST_RETRY_MS : null);

  useEffect(() => {
    if (!renderer) return;
    for (const toast of toasts) {
      renderer.show(toast);
      dispatch(toastDismissed(toast.id));
    }
  }, [renderer, toasts, dispatch]);

  return renderer && <renderer.Container flow={flow} />;
}
