// The checkboxes of the payment form (product §2.22): consent to automatic charges, and saving a new method.

import { payTexts } from '#texts/payment/pay';
import { Checkbox } from '../../../ui/form/checkbox.tsx';

type BoxProps = { isTicked: boolean; onTick: (isTicked: boolean) => void };

export function AutoChargeAgreement({ isTicked, onTick }: BoxProps) {
  return (
    <Checkbox isChecked={isTicked} onCheckedChange={onTick}>
      {payTexts.autoCharge}
    </Checkbox>
  );
}

export function SaveMethodBox({ isTicked, onTick }: BoxProps) {
  return (
    <Checkbox isChecked={isTicked} onCheckedChange={onTick}>
      {payTexts.saveMethod}
    </Checkbox>
  );
}
