/** The type of the texts that the browser and the server share, in any language. */
import type { HistoryContent } from '@quittance/contract/statements/history';
import type { StatementKind } from '@quittance/contract/statements/statement';
import type { contactTexts } from '@quittance/contract/texts/en/contact';
import type { DateTexts } from '@quittance/contract/texts/en/dates';
import type * as labelTexts from '@quittance/contract/texts/en/labels';
import type { AutoPayChangeTexts } from './en/auto-pay-change.ts';
import type { CalendarTexts } from './en/calendar.ts';
import type { CheckoutTexts } from './en/checkout.ts';
import type { MandateTexts } from './en/mandates.ts';

type Labels = {
  [Name in keyof typeof labelTexts]: Record<keyof (typeof labelTexts)[Name], string>;
};

export type Words = {
  dates: DateTexts;
  contact: typeof contactTexts;
  labels: Labels;
  checkout: CheckoutTexts;
  mandates: MandateTexts;
  autoPayChange: AutoPayChangeTexts;
  calendar: CalendarTexts;
  historyTitle: (content: HistoryContent) => string;
  statementKinds: Readonly<Record<StatementKind, string>>;
  /** A method, as it was recorded in English. */
  recordedMethod: (label: string) => string;
};
