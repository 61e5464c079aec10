// The saved payment methods. Adding and removing happen in popups: adding needs the processor's secure
// fields, removing lists dependent payments (R16).

import type { MethodId } from '@quittance/contract/ids';
import { methodsTexts } from '#texts/payment/methods';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupOpened } from '../store/popup.ts';
import { selectSignedInCustomer } from '../store/reads.ts';
import { type SavedMethodLine, selectSavedMethods } from '../store/saved-methods.ts';
import { AutoPay } from './auto-pay.tsx';
import styles from './methods-card.module.css';

const css = bindClasses(styles);

const ADD_ID = 'add-payment-method';

export function MethodsCard() {
  const dispatch = useAppDispatch();
  const methods = useAppSelector(selectSavedMethods);
  const add = (): void => void dispatch(popupOpened({ name: 'CHANGE_PM', trigger: ADD_ID }));
  return (
    <SectionCard title={methodsTexts.title}>
      {methods.length > 0 ? (
        <ul>
          {methods.map((method) => (
            <Method key={method.id} method={method} />
          ))}
        </ul>
      ) : (
        <Text tone="muted">{methodsTexts.none}</Text>
      )}
      <div>
        <Button id={ADD_ID} variant="secondary" icon="plus" onClick={add}>
          {methodsTexts.add}
        </Button>
      </div>
      {methods.length > 0 && <AutoPay methods={methods} />}
    </SectionCard>
  );
}

const removeId = (id: MethodId): string => `remove-method-${id}`;

function Method({ method: { id, ...line } }: { method: SavedMethodLine }) {
  const dispatch = useAppDispatch();
  const isAutoPay = useAppSelector((state) => {
    const customer = selectSignedInCustomer(state);
    return customer?.isAutoPayActive === true && customer.autoPayPMID === id;
  });
  const remove = (): void => {
    const buffer = { initialPM: id };
    dispatch(popupOpened({ name: 'REMOVE_PAYMENT_METHOD', trigger: removeId(id), buffer }));
  };
  return (
    <li className={css('item')}>
      <MethodLine {...line} />
      {isAutoPay && <Badge tone="success" label={methodsTexts.autoPay.title} />}
      <span className={css('action')}>
        <IconButton
          id={removeId(id)}
          icon="trash"
          label={methodsTexts.remove(line.last4)}
          onClick={remove}
        />
      </span>
    </li>
  );
}
