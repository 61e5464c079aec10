// The failure playground: stories, faults and time on one side, the invoices to pay and both records on the other.

import type { Settings, StoryView, View } from '@quittance/contract/playground-view';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { Button } from '../src/shared/ui/actions/button.tsx';
import { Notice } from '../src/shared/ui/feedback/notice.tsx';
import { Select } from '../src/shared/ui/form/select.tsx';
import { Expandable } from '../src/shared/ui/layout/expandable.tsx';
import { PageColumn } from '../src/shared/ui/layout/page-column.tsx';
import { SectionCard } from '../src/shared/ui/layout/section-card.tsx';
import { Stack } from '../src/shared/ui/layout/stack.tsx';
import { Badge } from '../src/shared/ui/text/badge.tsx';
import { Heading } from '../src/shared/ui/text/heading.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import { Companies } from './companies.tsx';
import { Pairs } from './pairs.tsx';
import styles from './playground.module.css';
import { type Press, usePlayground } from './use-playground.ts';

const css = bindClasses(styles);

type PartProps = { settings: Settings; view: View; press: Press };

function Buttons({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} className={css('buttons')}>
      {children}
    </div>
  );
}

function Stories({ settings, view, press }: PartProps) {
  return (
    <SectionCard
      title="Stories"
      hint="One click each. A story pays over HTTP as a payer does, injects its fault and advances the time."
    >
      <ul id="stories" className={css('stories')}>
        {settings.stories.map(({ name, title, summary }) => (
          <li key={name} className={css('story')}>
            <Button
              size="small"
              disabled={view.busy !== null}
              onClick={() => press('story', { name })}
            >
              {title}
            </Button>
            <Text tone="muted">{summary}</Text>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function FaultButtons({ group, settings, press }: PartProps & { group: 'charge' | 'webhook' }) {
  return (
    <Buttons id={`${group}-faults`}>
      {settings.faults
        .filter((fault) => fault.group === group)
        .map(({ name, label, explanation }) => (
          <Button
            key={name}
            variant="secondary"
            size="small"
            title={explanation}
            onClick={() => press('fault', { name })}
          >
            {label}
          </Button>
        ))}
    </Buttons>
  );
}

function ReturnForm({ settings, view, press }: PartProps) {
  const [chosenDebit, setDebit] = useState('');
  const [code, setCode] = useState(settings.returnCodes[0]?.code ?? '');
  const debits = view.debits.map(({ transactionId, label }) => ({ value: transactionId, label }));
  const debit = debits.find(({ value }) => value === chosenDebit) ?? debits[0];
  return (
    <Stack gap={2}>
      <Select
        label="Debit"
        options={debit ? debits : [{ value: '', label: 'No bank debit yet' }]}
        value={debit?.value ?? ''}
        onValueChange={setDebit}
      />
      <Select
        label="Code"
        options={settings.returnCodes.map(({ code: value, reason }) => ({
          value,
          label: `${value} ${reason}`,
        }))}
        value={code}
        onValueChange={setCode}
      />
      <Buttons>
        <Button
          variant="secondary"
          size="small"
          disabled={!debit}
          onClick={() => press('return', { transactionId: debit?.value, code })}
        >
          Return it
        </Button>
      </Buttons>
    </Stack>
  );
}

function Faults(props: PartProps) {
  const { view, press } = props;
  const armed = view.waitingFaults.join(', ');
  return (
    <SectionCard
      title="Faults"
      hint="Arm a fault for the next charge or webhook, then open an invoice and pay it."
    >
      <FaultButtons {...props} group="charge" />
      <Heading level={3}>Webhooks</Heading>
      <FaultButtons {...props} group="webhook" />
      <Heading level={3}>Bank return</Heading>
      <ReturnForm {...props} />
      <Heading level={3}>Processes</Heading>
      {view.processes.map(({ role, name, state, restarts }) => (
        <Stack key={role} direction="row" gap={2}>
          <Button variant="secondary" size="small" onClick={() => press('kill', { role })}>
            {`Kill the ${name.toLowerCase()}`}
          </Button>
          <Text tone="muted">{restarts === 0 ? state : `${state}, restarted ${restarts}×`}</Text>
        </Stack>
      ))}
      <Stack direction="row" gap={2}>
        <span role="status">{armed ? `Armed: ${armed}.` : 'No fault is armed.'}</span>
        <Button variant="quiet" size="small" onClick={() => press('clear-faults')}>
          Clear
        </Button>
      </Stack>
    </SectionCard>
  );
}

const MOVES = [
  { to: 'next', label: 'Advance to the next event' },
  { to: 'day', label: 'Advance one day' },
  { to: 'month', label: 'Advance one month' },
] as const;

function Time({ view, problem, press }: PartProps & { problem: string | null }) {
  const isBusy = view.busy !== null;
  return (
    <SectionCard title="Time">
      <Text>{`Next: ${view.nextEvent}`}</Text>
      <Buttons>
        {MOVES.map(({ to, label }) => (
          <Button
            key={to}
            variant="secondary"
            size="small"
            disabled={isBusy}
            onClick={() => press('travel', { to })}
          >
            {label}
          </Button>
        ))}
      </Buttons>
      <Text tone="muted">
        Portal, worker and sandbox move together and stop at every event on the way. Links to demo
        invoices expire about 90 days after the due date.
      </Text>
      <p role="status">{view.busy}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {view.canReset && (
        <Buttons>
          <Button variant="danger" size="small" disabled={isBusy} onClick={() => press('reset')}>
            Start over
          </Button>
          <Text tone="muted">Fresh demo data, the machine’s time, the same links.</Text>
        </Buttons>
      )}
    </SectionCard>
  );
}

const STORY_STATES = {
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
} as const;

function Story({ name, title, steps, state }: StoryView) {
  const section = useRef<HTMLElement>(null);
  // On a phone, the section may be off-screen, far below the buttons.
  useEffect(() => {
    if (name && state === 'running') section.current?.scrollIntoView({ block: 'nearest' });
  }, [name, state]);
  return (
    <section ref={section} aria-labelledby="story-title" className={css('told')}>
      <Stack direction="row" gap={3}>
        <Heading level={2} id="story-title">
          {title}
        </Heading>
        <span id="story-state" role="status">
          <Badge {...STORY_STATES[state]} />
        </span>
      </Stack>
      <ol id="story-steps" className={css('steps')} aria-live="polite">
        {steps.map(({ text, at }) => (
          <li key={`${at} ${text}`}>
            {text}{' '}
            <Text as="span" tone="muted">
              {at}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Differences({ differences, pairs }: View) {
  if (pairs.length === 0) return null;
  if (differences === 0) return <Badge tone="success" label="Both sides agree" />;
  const label = differences === 1 ? '1 difference' : `${differences} differences`;
  return <Badge tone="warning" label={label} />;
}

function BothSides({ settings, view }: Omit<PartProps, 'press'>) {
  return (
    <SectionCard
      title="Both sides"
      action={
        <span role="status">
          <Differences {...view} />
        </span>
      }
    >
      {view.pairs.length === 0 && (
        <Text tone="muted">No payment yet. Run a story, or open an invoice and pay it.</Text>
      )}
      <Pairs pairs={view.pairs} />
      <Expandable section="webhooks and mails">
        <div className={css('columns')}>
          <div>
            <Heading level={3}>Webhooks</Heading>
            <p className={css('lines')}>{view.webhooks.join('\n')}</p>
          </div>
          <div>
            <Heading level={3}>Mails</Heading>
            <p className={css('lines')}>
              {view.mails.map(({ subject, to, at }) => `${subject}\n${to}, ${at}`).join('\n\n')}
            </p>
            <a href={settings.mailbox} target="_blank" rel="noreferrer">
              Open the mailbox
            </a>
          </div>
        </div>
      </Expandable>
      <Text tone="muted">
        Ledger hash <code>{view.ledgerHash.slice(0, 16)}</code>: amounts, accounts, states and days.
        The same script gives the same one.
      </Text>
    </SectionCard>
  );
}

export function Playground({ settings }: { settings: Settings }) {
  const { view, isConnected, problem, press } = usePlayground();
  const props = view && { settings, view, press };
  return (
    <PageColumn>
      <a href="#pairs" className={css('skip')}>
        Skip to the two sides
      </a>
      <Stack gap={6}>
        <header className={css('top')}>
          <Stack gap={2}>
            <Heading level={1}>Failure playground</Heading>
            <Text tone="muted">
              Pay, break a payment, advance the time, and watch both sides: the portal’s ledger and
              the processors’ records. Everything here is a sandbox; no money moves.
            </Text>
          </Stack>
          {view && (
            <div>
              <Text tone="muted">Portal time</Text>
              <Text id="now" size="large" isStrong>
                {view.now}
              </Text>
              <Text id="moved" tone="muted">
                {view.moved}
              </Text>
            </div>
          )}
        </header>
        {!isConnected && (
          <Notice tone="warning">
            Not connected: what you see may be old. It connects again by itself.
          </Notice>
        )}
        {props && (
          <div className={css('sides')}>
            <Stack gap={5}>
              <Stories {...props} />
              <Faults {...props} />
              <Time {...props} problem={problem} />
            </Stack>
            <Stack gap={5}>
              <Companies settings={settings} />
              {props.view.story && <Story {...props.view.story} />}
              <BothSides {...props} />
            </Stack>
          </div>
        )}
      </Stack>
    </PageColumn>
  );
}
