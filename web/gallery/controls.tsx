// Buttons and fields of the gallery, in every state.

import { useState } from 'react';
import { Button } from '../src/ui/actions/button.tsx';
import { Icon } from '../src/ui/actions/icon.tsx';
import { IconButton } from '../src/ui/actions/icon-button.tsx';
import { Spinner } from '../src/ui/feedback/spinner.tsx';
import { Checkbox } from '../src/ui/form/checkbox.tsx';
import { FieldFrame } from '../src/ui/form/field-frame.tsx';
import { Input } from '../src/ui/form/input.tsx';
import { Card } from '../src/ui/layout/card.tsx';
import { Sample } from './sample.tsx';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function Controls() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Sample key={variant} title={`Button, ${variant}`} look="row">
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
            Confirm and Pay $1,545.30
          </Button>
          <Button variant={variant} isLoading loadingText="Loading ...">
            Confirm and Pay $1,545.30
          </Button>
          <Button variant={variant} disabled>
            Pay now
          </Button>
        </Sample>
      ))}
      <Sample title="Button, wide">
        <Button size="large" isWide>
          Confirm and Pay $1,545.30
        </Button>
      </Sample>
      <Sample title="Icon button and spinner" look="row">
        <IconButton icon="close" label="Close" />
        <IconButton icon="download" label="Download receipt" />
        <IconButton icon="trash" label="Remove" disabled />
        <Spinner size="small" />
        <Spinner />
        <Spinner size="large" />
      </Sample>
      <Fields />
      <HostedFields />
      <Ticks />
    </>
  );
}

function Fields() {
  return (
    <Sample title="Input" look="grid">
      <Input label="First name" placeholder="Maya" />
      <Input
        label="E-mail"
        type="email"
        hint="We send the receipt here."
        defaultValue="maya@example.com"
      />
      <Input
        label="Routing number"
        inputMode="numeric"
        defaultValue="12345"
        error="Routing number is not valid"
        hint="9 digits, bottom left on a check."
      />
      <Input
        label="Search"
        lead={<Icon name="search" />}
        placeholder="Reference, product or amount"
      />
      <Input label="Unit" isOptional />
      <Input label="Customer reference" defaultValue="CU-1007" disabled />
    </Sample>
  );
}

function HostedFields() {
  return (
    <Sample title="Frame of a hosted secure field">
      <Card>
        <Sample title="States" look="grid">
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
        </Sample>
      </Card>
    </Sample>
  );
}

function Ticks() {
  const [isSaving, setIsSaving] = useState(true);
  const [isAgreed, setIsAgreed] = useState(false);
  const [isOther, setIsOther] = useState(false);
  return (
    <Sample title="Checkbox">
      <div>
        <Checkbox isChecked={isSaving} onCheckedChange={setIsSaving}>
          Save payment method for future payments
        </Checkbox>
        <Checkbox isChecked={isAgreed} onCheckedChange={setIsAgreed}>
          I understand and agree that I will be automatically charged when scheduling a payment
        </Checkbox>
        <Checkbox
          isChecked={isOther}
          onCheckedChange={setIsOther}
          error={isOther ? undefined : 'Please agree before you go on.'}
        >
          With an error
        </Checkbox>
        <Checkbox isChecked onCheckedChange={() => undefined} disabled>
          Ticked, cannot be changed
        </Checkbox>
        <Checkbox isChecked={false} onCheckedChange={() => undefined} disabled>
          Not ticked, cannot be changed
        </Checkbox>
      </div>
    </Sample>
  );
}
