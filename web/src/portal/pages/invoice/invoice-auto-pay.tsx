// Auto-pay on the invoice page (R14), in one line. 'Set up' opens the profile setting, or a hint that a saved
// method is required.

import { useId, useState } from 'react';
import { methodsTexts } from '#texts/payment/methods';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { ScreenOnly } from '../../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { AutoPay } from '../../methods/auto-pay.tsx';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { popupOpened } from '../../store/popup.ts';
import { selectSignedInCustomer } from '../../store/reads.ts';
import { selectSavedMethods } from '../../store/saved-methods.ts';

const ADD_ID = 'invoice-add-payment-method';

export function InvoiceAutoPay() {
  const methods = useAppSelector(selectSavedMethods);
  const isOn = useAppSelector((state) => selectSignedInCustomer(state)?.isAutoPayActive ?? false);
  const [isOpen, setIsOpen] = useState(false);
  const settingId = useId();
  const { title, whenOn, whenOff, setUp, change, close } = methodsTexts.autoPay;
  const open = isOn ? change : setUp;
  return (
    <ScreenOnly>
      <Card label={title}>
        <Stack gap={4}>
          <Stack direction="row" gap={3} align="center" justify="space-between" wraps>
            <Text isStrong>{isOn ? whenOn : whenOff}</Text>
            <Button
              variant="quiet"
              size="small"
              isFlush
              aria-expanded={isOpen}
              aria-controls={settingId}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? close : open}
            </Button>
          </Stack>
          <div id={settingId} hidden={!isOpen}>
            {methods.length > 0 ? <AutoPay methods={methods} /> : <NoMethod />}
          </div>
        </Stack>
      </Card>
    </ScreenOnly>
  );
}

function NoMethod() {
  const dispatch = useAppDispatch();
  const add = (): void => void dispatch(popupOpened({ name: 'CHANGE_PM', trigger: ADD_ID }));
  return (
    <Stack gap={3}>
      <Text size="small" tone="muted">
        {methodsTexts.autoPay.needsMethod}
      </Text>
      <div>
        <Button id={ADD_ID} variant="secondary" size="small" icon="plus" onClick={add}>
          {methodsTexts.add}
        </Button>
      </div>
    </Stack>
  );
}
