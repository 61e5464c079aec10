// The TOOLTIP popup (product §2.18): the text from the buffer beside the trigger, with an optional name and logo.
// The trigger has the same text as its description.

import { Logo } from '../../shared/theme/logo.tsx';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupClosed } from '../store/popup.ts';

export function TooltipPopup() {
  const { trigger, buffer } = useAppSelector(({ popup }) => popup);
  const dispatch = useAppDispatch();
  const anchor = trigger && document.getElementById(trigger);
  if (!anchor || !buffer.tooltip) return null;
  const { text, name, logoUrl, placement } = buffer.tooltip;
  return (
    <Tooltip
      key={trigger}
      anchor={anchor}
      text={text}
      placement={placement}
      name={name}
      logo={name && <Logo name={name} logoUrl={logoUrl ?? null} />}
      onClose={() => void dispatch(popupClosed())}
    />
  );
}
