// The container of the processor's wallet button (product §5.13), above the card fields. It takes no space if
// the browser has no wallet.

import { payTexts } from '#texts/payment/pay';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { Text } from '../../../shared/ui/text/text.tsx';
import styles from './wallet-button.module.css';

const css = bindClasses(styles);

type WalletButtonProps = {
  /** The element the processor's script mounts its button into. */
  containerId: string;
  isOffered: boolean;
};

export function WalletButton({ containerId, isOffered }: WalletButtonProps) {
  return (
    <div className={css('room', !isOffered && 'waiting')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border and a legend */}
      <div role="group" aria-label={payTexts.wallet} id={containerId} className={css('button')} />
      {isOffered && (
        <div className={css('divider')}>
          <Text as="span" size="small" tone="muted">
            {payTexts.orByCard}
          </Text>
        </div>
      )}
    </div>
  );
}
