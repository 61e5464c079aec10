// The TOOLTIP popup (product §2.18): the text of the buffer beside the trigger, with an optional name and logo.
// The trigger has the same text as its description.

import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
import { popupClosed } from '../state/store/popup.ts';
import { Logo } from '../theme/logo.tsx';
import { Tooltip } from '../ui/overlay/tooltip.tsx';

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
