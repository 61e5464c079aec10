// The payment options of the PAY popup (product §2.9): in its sidebar on a desktop, in its carousel on
// a phone. The set is limited to what the server says this invoice can be paid with.

import type { PaymentOption } from '@quittance/contract/vocabulary';
import { bindClasses } from '../../lib/bind-classes.ts';
import { PHONE_QUERY } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { PayContext } from '../../state/selectors.ts';
import { Logo } from '../../theme/logo.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { OptionCard } from '../../ui/option-card.tsx';
import { OptionGroup } from '../../ui/option-group.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './pay-options.module.css';

const css = bindClasses(styles);

type OfferedOption = { option: PaymentOption; title: string; icon: IconName };

/** Plan and schedule join this list together with the views that complete them. */
const OFFERED: readonly OfferedOption[] = [
  { option: 'PAY_IN_FULL', title: 'Pay now', icon: 'card' },
];

type PayOptionsProps = { context: PayContext; todayText: string };

export function PayOptions({ context, todayText }: PayOptionsProps) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { company, invoice } = context;
  const cards = OFFERED.filter(({ option }) => invoice.payable.options.includes(option)).map(
    ({ option, title, icon }) => (
      <OptionCard
        key={option}
        name="payment-option"
        value={option}
        icon={icon}
        title={title}
        text={todayText}
        isSelected
        onSelect={() => {}}
      />
    ),
  );
  const group = (
    <OptionGroup legend="Payment options" isLegendHidden>
      {cards}
    </OptionGroup>
  );
  // A single card has nothing to swipe to and takes the whole width.
  if (isPhone)
    return cards.length > 1 ? (
      <Carousel label="Payment options">{cards}</Carousel>
    ) : (
      <div className={css('alone')}>{group}</div>
    );
  return (
    <Stack gap={5}>
      <Stack direction="row" gap={3} align="center">
        <Logo name={company.name} logoUrl={company.logoUrl} />
        <div>
          <Text isStrong>{invoice.accountRef}</Text>
          <Text size="small" tone="muted">
            {company.name}
          </Text>
        </div>
      </Stack>
      {group}
    </Stack>
  );
}
