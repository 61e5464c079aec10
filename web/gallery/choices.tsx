// What one chooses with: tabs, option cards, chips, the carousel, the expandable part.

import { useState } from 'react';
import { bindClasses } from '../src/lib/bind-classes.ts';
import { MethodLine } from '../src/ui/data/method-line.tsx';
import { ChoiceChips } from '../src/ui/form/choice-chips.tsx';
import { OptionButton, OptionCard } from '../src/ui/form/option-card.tsx';
import { OptionGroup } from '../src/ui/form/option-group.tsx';
import { Expandable } from '../src/ui/layout/expandable.tsx';
import { Carousel } from '../src/ui/overlay/carousel.tsx';
import { Tabs } from '../src/ui/overlay/tabs.tsx';
import { Text } from '../src/ui/text/text.tsx';
import styles from './gallery.module.css';
import { PAY_OPTIONS } from './pay-options.ts';
import { Sample } from './sample.tsx';

const css = bindClasses(styles);

const METHODS = [
  { id: 'a', kind: 'card', brand: 'visa', last4: '4242' },
  { id: 'b', kind: 'card', brand: 'mastercard', last4: '4444' },
  { id: 'c', kind: 'bank', brand: undefined, last4: '6789' },
  { id: 'd', kind: 'card', brand: 'amex', last4: '0005' },
] as const;

export function Choices() {
  return (
    <>
      <TabSamples />
      <OptionSamples />
      <CarouselSample />
      <ChipSample />
      <Sample title="Expandable">
        <Expandable section="payment details">
          <Text tone="muted">Paid on October 12, 2026 with **** 4242.</Text>
        </Expandable>
        <Expandable section="description" isInitiallyOpen>
          <Text tone="muted">Crown restoration, tooth 14</Text>
        </Expandable>
      </Sample>
    </>
  );
}

function TabSamples() {
  const [method, setMethod] = useState<'card' | 'ach'>('card');
  const [section, setSection] = useState<'invoices' | 'orders' | 'estimates' | 'payments'>(
    'orders',
  );
  const words = (text: string) => <Text tone="muted">{text}</Text>;
  return (
    <>
      <Sample title="Tabs, segments" look="grid">
        <Tabs
          label="Payment method"
          value={method}
          onValueChange={setMethod}
          tabs={[
            { value: 'card', label: 'Credit card', icon: 'card', content: words('Card fields') },
            { value: 'ach', label: 'ACH Payment', icon: 'bank', content: words('Bank fields') },
          ]}
        />
        <Tabs
          label="Payment method, ACH restricted"
          value="card"
          onValueChange={() => undefined}
          tabs={[
            { value: 'card', label: 'Credit card', content: words('Card fields') },
            { value: 'ach', label: 'ACH Payment', isDisabled: true, content: words('') },
          ]}
        />
      </Sample>
      <Sample title="Tabs, line">
        <Tabs
          label="Project"
          look="line"
          value={section}
          onValueChange={setSection}
          tabs={[
            { value: 'invoices', label: 'Invoices', content: words('3 invoices') },
            { value: 'orders', label: 'Orders', content: words('2 orders') },
            { value: 'estimates', label: 'Estimates', content: words('1 estimate') },
            { value: 'payments', label: 'Payments', content: words('No payments yet') },
          ]}
        />
      </Sample>
    </>
  );
}

function OptionSamples() {
  const [option, setOption] = useState('plan');
  return (
    <Sample title="Option cards" look="grid">
      <OptionGroup legend="Payment options">
        {PAY_OPTIONS.map((choice) => (
          <OptionCard
            key={choice.value}
            {...choice}
            name="gallery-option"
            isSelected={option === choice.value}
            onSelect={() => setOption(choice.value)}
          />
        ))}
        <OptionCard
          name="gallery-option"
          value="none"
          title="Not offered"
          text="Cannot be chosen"
          icon="lock"
          isSelected={false}
          isDisabled
          onSelect={() => undefined}
        />
      </OptionGroup>
      <MethodOptions />
      <div className={css('column')}>
        <OptionButton
          icon="plan"
          title="Create a payment plan"
          text="2 to 6 payments, first today"
          onClick={() => undefined}
        />
        <OptionButton
          icon="calendar"
          title="Can't pay today?"
          text="Pick a day within the next 30 days"
          onClick={() => undefined}
        />
      </div>
    </Sample>
  );
}

function MethodOptions() {
  const [method, setMethod] = useState('a');
  return (
    <OptionGroup legend="Saved payment methods" scrollsAfter={3}>
      {METHODS.map(({ id, ...line }) => (
        <OptionCard
          key={id}
          name="gallery-method"
          value={id}
          title={<MethodLine {...line} />}
          isSelected={method === id}
          onSelect={() => setMethod(id)}
        />
      ))}
    </OptionGroup>
  );
}

function CarouselSample() {
  const [shown, setShown] = useState('now');
  return (
    <Sample title="Carousel">
      <div className={css('phone')}>
        <Carousel
          label="Payment options, side by side"
          activeIndex={PAY_OPTIONS.findIndex((choice) => choice.value === shown)}
        >
          {PAY_OPTIONS.map((choice) => (
            <OptionCard
              key={choice.value}
              {...choice}
              name="gallery-carousel"
              isSelected={shown === choice.value}
              onSelect={() => setShown(choice.value)}
            />
          ))}
        </Carousel>
      </div>
    </Sample>
  );
}

function ChipSample() {
  const [count, setCount] = useState(4);
  const chips = [2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));
  return (
    <Sample title="Choice chips" look="grid">
      <ChoiceChips
        legend="Select number of payments"
        chips={chips}
        value={count}
        onValueChange={setCount}
      />
      <ChoiceChips
        legend="Disabled"
        chips={chips}
        value={2}
        onValueChange={() => undefined}
        isDisabled
      />
    </Sample>
  );
}
