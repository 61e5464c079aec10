// Shows that the network connection is lost. The banner floats, so the layout does not shift. Its region always
// exists, so that the text is announced when it appears.

import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import styles from './offline-banner.module.css';

const css = bindClasses(styles);

type OfflineBannerProps = { isOffline: boolean; text?: string };

export function OfflineBanner({ isOffline, text = uiTexts.offline }: OfflineBannerProps) {
  return (
    <div role="status" className={css('region')}>
      {isOffline && (
        <p className={css('banner')}>
          <Icon name="offline" />
          {text}
        </p>
      )}
    </div>
  );
}
