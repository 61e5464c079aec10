// Tabs, option cards, chips, the carousel and the expandable section.

import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { MethodLine } from '../src/shared/ui/data/method-line.tsx';
import { ChoiceChips } from '../src/shared/ui/form/choice-chips.tsx';
import { OptionButton, OptionCard } from '../src/shared/ui/form/option-card.tsx';
import { OptionGroup } from '../src/shared/ui/form/option-group.tsx';
import { Expandable } from '../src/shared/ui/layout/expandable.tsx';
import { Carousel } from '../src/shared/ui/overlay/carousel.tsx';
import { type Tab, Tabs } from '../src/shared/ui/overlay/tabs.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import type { CatalogEntry } from './catalog-entry.ts';
import styles from './gallery.module.css';
import { noop, PAY_OPTIONS } from './sample-data.tsx';
import { WithState } from './with-state.tsx';

const css = bindClasses(styles);

const METHODS = [
  { id: 'a', type: 'card', brand: 'visa', last4: '4242' },
  { id: 'b', type: 'card', brand: 'mastercard', last4: '4444' },
  { id: 'c', type: 'ach', brand: undefined, last4: '6789' },
  { id: 'd', type: 'card', brand: 'amex', last4: '0005' },
] as const;

const CHIPS = [2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));

const tab = (label: string, content: string): Tab<string> => ({
  value: label,
  label,
  content: <Text tone="muted">{content}</Text>,
});

const KINDS: readonly Tab<string>[] = [
  { ...tab('Credit card', 'Card fields'), icon: 'card' },
  { ...tab('ACH Payment', 'Bank fields'), icon: 'bank' },
];

const SECTIONS = [
  tab('Invoices', '3 invoices'),
  tab('Orders', '2 orders'),
  tab('Estimates', '1 estimate'),
  tab('Payments', 'No payments yet'),
];

export function payOptionCards(name: string, value: string, onSelect: (value: string) => void) {
  return PAY_OPTIONS.map((option) => (
    <OptionCard
      key={option.value}
      {...option}
      name={name}
      isSelected={option.value === value}
      onSelect={() => onSelect(option.value)}
    />
  ));
}

export const CHOICES: readonly CatalogEntry[] = [
  {
    id: 'tabs-segments',
    title: 'Tabs, segments',
    layout: 'grid',
    render: () => (
      <>
        <WithState initial="Credit card">
          {(value, setValue) => (
            <Tabs label="Payment method" value={value} onValueChange={setValue} tabs={KINDS} />
          )}
        </WithState>
        <Tabs
          label="Payment method, ACH restricted"
          value="Credit card"
          onValueChange={noop}
          tabs={KINDS.map((kind) => ({ ...kind, isDisabled: kind.icon === 'bank' }))}
        />
      </>
    ),
  },
  {
    id: 'tabs-line',
    title: 'Tabs, line',
    render: () => (
      <WithState initial="Orders">
        {(value, setValue) => (
          <Tabs
            label="Project"
            look="line"
            value={value}
            onValueChange={setValue}
            tabs={SECTIONS}
          />
        )}
      </WithState>
    ),
  },
  {
    id: 'option-cards',
    title: 'Option cards',
    layout: 'grid',
    render: () => (
      <>
        <OptionGroup legend="Payment options">
          <WithState initial="plan">
            {(value, setValue) => payOptionCards('gallery-option', value, setValue)}
          </WithState>
          <OptionCard
            name="gallery-option"
            value="none"
            title="Not offered"
            text="Cannot be chosen"
            icon="lock"
            isSelected={false}
            isDisabled
            onSelect={noop}
          />
        </OptionGroup>
        <WithState initial="a">
          {(value, setValue: (id: string) => void) => (
            <OptionGroup legend="Saved payment methods">
              {METHODS.map(({ id, ...line }) => (
                <OptionCard
                  key={id}
                  name="gallery-method"
                  value={id}
                  title={<MethodLine {...line} />}
                  isSelected={value === id}
                  onSelect={() => setValue(id)}
                />
              ))}
            </OptionGroup>
          )}
        </WithState>
        <div className={css('column')}>
          {PAY_OPTIONS.slice(1).map(({ value, ...option }) => (
            <OptionButton key={value} {...option} onClick={noop} />
          ))}
        </div>
      </>
    ),
  },
  {
    id: 'carousel',
    title: 'Carousel',
    render: () => (
      <div className={css('phone')}>
        <WithState initial="now">
          {(value, setValue: (option: string) => void) => (
            <Carousel
              label="Payment options, side by side"
              activeIndex={PAY_OPTIONS.findIndex((option) => option.value === value)}
            >
              {payOptionCards('gallery-carousel', value, setValue)}
            </Carousel>
          )}
        </WithState>
      </div>
    ),
  },
  {
    id: 'choice-chips',
    title: 'Choice chips',
    layout: 'grid',
    render: () => (
      <>
        <WithState initial={4}>
          {(value, setValue) => (
            <ChoiceChips
              legend="Select number of payments"
              chips={CHIPS}
              value={value}
              onValueChange={setValue}
            />
          )}
        </WithState>
        <ChoiceChips legend="Disabled" chips={CHIPS} value={2} onValueChange={noop} isDisabled />
      </>
    ),
  },
  {
    id: 'expandable',
    title: 'Expandable',
    render: () => (
      <>
        <Expandable section="payment details">
          <Text tone="muted">Paid on October 12, 2026 with **** 4242.</Text>
        </Expandable>
        <Expandable section="description" isInitiallyOpen>
          <Text tone="muted">Crown restoration, tooth 14</Text>
        </Expandable>
      </>
    ),
  },
];
