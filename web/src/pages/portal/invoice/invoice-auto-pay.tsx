// Auto-pay on the invoice page (R14): the setting of the profile, or a hint that a saved method is required.

import { methodsTexts } from '#texts/payment/methods';
import { AutoPay } from '../../../features/methods/auto-pay.tsx';
import { selectSavedMethods } from '../../../state/account/saved-methods.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store/hooks.ts';
import { popupOpened } from '../../../state/store/popup.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ScreenOnly } from '../../../ui/layout/screen-only.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/text/text.tsx';

const ADD_ID = 'invoice-add-payment-method';

export function InvoiceAutoPay() {
  const methods = useAppSelector(selectSavedMethods);
  return (
    <ScreenOnly>
      <Card label={methodsTexts.autoPay.title}>
        {methods.length > 0 ? <AutoPay methods={methods} /> : <NoMethod />}
      </Card>
    </ScreenOnly>
  );
}

function NoMethod() {
  const dispatch = useAppDispatch();
  const add = (): void => void dispatch(popupOpened({ name: 'CHANGE_PM', trigger: ADD_ID }));
  return (
    <Stack gap={3}>
      <Text isStrong>{methodsTexts.autoPay.title}</Text>
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
