// The payment options of the PAY popup (product §2.9): in the sidebar on a desktop, in the carousel on a
// phone. The server decides which are offered.

import type { PaymentOption } from '@quittance/contract/vocabulary';
import { payOptionsTexts } from '#texts/payment/pay-options';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { PHONE_QUERY } from '../../../shared/lib/breakpoints.ts';
import { Logo } from '../../../shared/theme/logo.tsx';
import { OptionCard } from '../../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../../shared/ui/form/option-group.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Carousel } from '../../../shared/ui/overlay/carousel.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { PayContext } from '../../store/selectors.ts';
import { OPTION_DISPLAY } from './option-display.ts';
import styles from './pay-options.module.css';

const css = bindClasses(styles);

type PayOptionsProps = {
  context: PayContext;
  options: readonly PaymentOption[];
  texts: Record<PaymentOption, string>;
  value: PaymentOption;
  onValueChange: (option: PaymentOption) => void;
};

export function PayOptions({ context, options, texts, value, onValueChange }: PayOptionsProps) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const toCard = (option: PaymentOption) => (
    <OptionCard
      key={option}
      {...OPTION_DISPLAY[option]}
      name="payment-option"
      value={option}
      text={texts[option]}
      isSelected={option === value}
      onSelect={() => onValueChange(option)}
    />
  );
  // The selected option stays visible after the invoice no longer offers any.
  const shown = options.includes(value) ? options : [value];
  const now = shown.filter((option) => option === 'PAY_IN_FULL');
  const others = shown.filter((option) => option !== 'PAY_IN_FULL');
  if (isPhone)
    // A single card takes the whole width.
    return shown.length > 1 ? (
      <Carousel label={payOptionsTexts.title} activeIndex={shown.indexOf(value)}>
        {shown.map((option) => (
          <Stack key={option} gap={1}>
            <span className={css('section')}>
              {option === 'PAY_IN_FULL' ? '' : payOptionsTexts.others}
            </span>
            {toCard(option)}
          </Stack>
        ))}
      </Carousel>
    ) : (
      <div className={css('alone')}>{shown.map(toCard)}</div>
    );
  return (
    <Stack gap={5}>
      <PayableHeader context={context} />
      {now.length > 0 && (
        <OptionGroup legend={payOptionsTexts.title} isLegendHidden>
          {now.map(toCard)}
        </OptionGroup>
      )}
      {others.length > 0 && (
        <OptionGroup legend={payOptionsTexts.others}>{others.map(toCard)}</OptionGroup>
      )}
    </Stack>
  );
}

export function PayableHeader({ context }: Pick<PayOptionsProps, 'context'>) {
  const { company, payable } = context;
  return (
    <Stack direction="row" gap={3} align="center">
      <Logo name={company.name} logoUrl={company.logoUrl} />
      <div>
        <Text isStrong>{payable.title}</Text>
        <Text size="small" tone="muted">
          {company.name}
        </Text>
      </div>
    </Stack>
  );
}
