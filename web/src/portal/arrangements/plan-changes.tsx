// The changes a signed-in payer may make to a running plan: its day of the month, its number of payments, a pause.

import type { ChargeChange, PlanChanges } from '@quittance/contract/statements/upcoming-charges';
import { useState } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAppDispatch } from '../store/hooks.ts';
import { refresh } from '../store/refresh.ts';
import { withdrawPause } from '../store/upcoming.ts';
import { useRead } from '../store/use-read.ts';
import { ChangeDialog } from './change-dialog.tsx';

const texts = upcomingTexts.plan;

type PlanKind = 'day' | 'shorten' | 'pause';

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

function toChoices(kind: PlanKind, { counts, pauses, dayOfMonth }: PlanChanges): number[] {
  if (kind === 'day') return DAYS.filter((day) => day !== dayOfMonth);
  return kind === 'shorten' ? counts.toReversed() : pauses;
}

function toChange(kind: PlanKind, plan: string, chosen: number): ChargeChange {
  switch (kind) {
    case 'day':
      return { kind, plan, day: chosen };
    case 'shorten':
      return { kind, plan, count: chosen };
    case 'pause':
      return { kind, plan, months: chosen };
  }
}

const LABELS: Readonly<Record<PlanKind, string>> = {
  day: texts.dayLabel,
  shorten: texts.countLabel,
  pause: texts.monthsLabel,
};

type PlanDialogProps = {
  kind: PlanKind;
  plan: PlanChanges;
  onClose: () => void;
  onDone: () => void;
};

/** A payment in another tab can make the chosen change impossible, or every change of this kind. */
function PlanDialog({ kind, plan, ...rest }: PlanDialogProps) {
  const choices = toChoices(kind, plan);
  const [chosen, setChosen] = useState(choices[0] ?? null);
  const current = choices.find((choice) => choice === chosen) ?? choices[0] ?? null;
  const change = current === null ? null : toChange(kind, plan.key, current);
  return (
    <ChangeDialog kind={kind} change={change} {...rest}>
      {kind === 'day' && <Text tone="muted">{texts.dayNow(plan.dayOfMonth)}</Text>}
      {kind === 'pause' && <Text tone="muted">{texts.pauseText}</Text>}
      {current !== chosen && (
        <Notice tone="warning">
          {current === null ? texts.changed : upcomingTexts.change.changed}
        </Notice>
      )}
      {current !== null && (
        <Select
          label={LABELS[kind]}
          options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
          value={String(current)}
          onValueChange={(value) => setChosen(Number(value))}
        />
      )}
    </ChangeDialog>
  );
}

export function PlanChangesBar({ internalRef }: { internalRef: string }) {
  const dispatch = useAppDispatch();
  const [kind, setKind] = useState<PlanKind | null>(null);
  const { previous: value, again } = useRead({
    request: { route: 'planChanges', params: { id: internalRef } },
  });
  const plan = value?.plan;
  if (!plan) return null;
  const changed = (): void => {
    setKind(null);
    void dispatch(refresh());
  };
  const withdraw = async (): Promise<void> => {
    await dispatch(withdrawPause(internalRef));
    again();
  };
  const kinds: readonly PlanKind[] = [
    ...(plan.isDayChangeable ? (['day'] as const) : []),
    ...(plan.counts.length > 0 ? (['shorten'] as const) : []),
    ...(plan.pauses.length > 0 ? (['pause'] as const) : []),
  ];
  return (
    <Stack gap={3}>
      {plan.requested && (
        <Notice tone="info" action={{ label: texts.withdraw, onClick: () => void withdraw() }}>
          {texts.waiting(plan.requested.months, formatDayLabel(plan.requested.answerBy))}
        </Notice>
      )}
      {kinds.length > 0 && (
        <ScreenOnly>
          <Stack gap={2}>
            <Text size="small" tone="muted">
              {texts.title}
            </Text>
            <Stack direction="row" gap={2} wraps>
              {kinds.map((each) => (
                <Button key={each} variant="secondary" size="small" onClick={() => setKind(each)}>
                  {texts[each]}
                </Button>
              ))}
            </Stack>
          </Stack>
        </ScreenOnly>
      )}
      {kind && (
        <PlanDialog kind={kind} plan={plan} onClose={() => setKind(null)} onDone={changed} />
      )}
    </Stack>
  );
}
