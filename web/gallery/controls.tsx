// Buttons and fields, in every state.

import { Button } from '../src/shared/ui/actions/button.tsx';
import { Icon } from '../src/shared/ui/actions/icon.tsx';
import { IconButton } from '../src/shared/ui/actions/icon-button.tsx';
import { Spinner } from '../src/shared/ui/actions/spinner.tsx';
import { Checkbox } from '../src/shared/ui/form/checkbox.tsx';
import { FieldFrame } from '../src/shared/ui/form/field-frame.tsx';
import { Input } from '../src/shared/ui/form/input.tsx';
import { SearchToolbar } from '../src/shared/ui/form/search-toolbar.tsx';
import { Select } from '../src/shared/ui/form/select.tsx';
import { TextArea } from '../src/shared/ui/form/text-area.tsx';
import { PayBar } from '../src/shared/ui/layout/pay-bar.tsx';
import type { CatalogEntry } from './catalog-entry.ts';
import { noop } from './sample-data.tsx';
import { WithState } from './with-state.tsx';

const PAY = 'Confirm and Pay $1,545.30';

const BUTTONS = (['primary', 'secondary', 'quiet', 'danger'] as const).map(
  (variant): CatalogEntry => ({
    id: `button-${variant}`,
    title: `Button, ${variant}`,
    layout: 'row',
    render: () => (
      <>
        <Button variant={variant} size="large">
          Pay now
        </Button>
        <Button variant={variant}>Pay now</Button>
        <Button variant={variant} size="small">
          Pay
        </Button>
        <Button variant={variant} icon="download">
          Download receipt
        </Button>
        <Button variant={variant} isLoading>
          {PAY}
        </Button>
        <Button variant={variant} isLoading loadingText="Loading ...">
          {PAY}
        </Button>
        <Button variant={variant} disabled>
          Pay now
        </Button>
      </>
    ),
  }),
);

const WIDE_BUTTON = (
  <Button size="large" isWide>
    {PAY}
  </Button>
);

const STATUSES = [{ value: 'all', label: 'All statuses' }] as const;
const SORTS = [{ value: 'due', label: 'Latest due date' }] as const;

const CHECKBOXES = [
  { text: 'Save payment method for future payments', isChecked: true },
  {
    text: 'I understand and agree that I will be automatically charged when scheduling a payment',
    isChecked: false,
  },
  { text: 'With an error', isChecked: false, error: 'Please agree before you go on.' },
  { text: 'Ticked, cannot be changed', isChecked: true, disabled: true },
  { text: 'Not ticked, cannot be changed', isChecked: false, disabled: true },
];

export const CONTROLS: readonly CatalogEntry[] = [
  ...BUTTONS,
  { id: 'button-wide', title: 'Button, wide', render: () => WIDE_BUTTON },
  {
    id: 'pay-bar',
    title: 'Pay bar (phones)',
    render: () => (
      <PayBar label="Amount due" amount="$1,500.00">
        {WIDE_BUTTON}
      </PayBar>
    ),
  },
  {
    id: 'icon-button-and-spinner',
    title: 'Icon button and spinner',
    layout: 'row',
    render: () => (
      <>
        <IconButton icon="close" label="Close" />
        <IconButton icon="download" label="Download receipt" />
        <IconButton icon="trash" label="Remove" disabled />
        <Spinner size="small" />
        <Spinner />
        <Spinner size="large" />
      </>
    ),
  },
  {
    id: 'input',
    title: 'Input',
    layout: 'grid',
    render: () => (
      <>
        <Input label="First name" placeholder="Maya" />
        <Input label="Email" hint="We send the receipt here." defaultValue="maya@example.com" />
        <Input
          label="Routing number"
          defaultValue="12345"
          error="Routing number is not valid"
          hint="9 digits, bottom left on a check."
        />
        <Input label="Search" lead={<Icon name="search" />} placeholder="Reference or amount" />
        <Input label="Unit" isOptional />
        <Input label="Customer reference" defaultValue="CU-1007" disabled />
      </>
    ),
  },
  {
    id: 'text-area',
    title: 'Text area',
    layout: 'grid',
    render: () => (
      <>
        <TextArea label="Question" hint="Plain text." rows={5} />
        <TextArea label="Dispute" defaultValue="No" error="Please write more." rows={5} />
      </>
    ),
  },
  {
    id: 'search-toolbar',
    title: 'Search and select',
    render: () => (
      <WithState initial="">
        {(search, onSearchChange) => (
          <SearchToolbar
            label="Search invoices"
            placeholder="Search by reference"
            search={search}
            onSearchChange={onSearchChange}
          >
            <Select
              label="Status"
              isLabelHidden
              options={STATUSES}
              value="all"
              onValueChange={noop}
            />
            <Select label="Order" isLabelHidden options={SORTS} value="due" onValueChange={noop} />
          </SearchToolbar>
        )}
      </WithState>
    ),
  },
  {
    id: 'hosted-field',
    title: 'Frame of a hosted secure field',
    layout: 'grid',
    render: () => (
      <>
        <FieldFrame label="Card number" containerId="sample-number" />
        <FieldFrame label="Expiry date" containerId="sample-expiry" isFocused />
        <FieldFrame label="CVC" containerId="sample-cvc" error="CVC is not valid" />
        <FieldFrame
          label="Card holder name"
          containerId="sample-holder"
          error="Card holder name is required"
          isFocused
        />
        <FieldFrame label="Card number" containerId="sample-loading" isLoading />
      </>
    ),
  },
  {
    id: 'checkbox',
    title: 'Checkbox',
    render: () =>
      CHECKBOXES.map(({ text, isChecked, error, disabled = false }) => (
        <WithState key={text} initial={isChecked}>
          {(value, setValue) => (
            <Checkbox
              isChecked={value}
              onCheckedChange={disabled ? noop : setValue}
              error={value ? undefined : error}
              disabled={disabled}
            >
              {text}
            </Checkbox>
          )}
        </WithState>
      )),
  },
];
