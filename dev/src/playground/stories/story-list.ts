/** The guided stories by name, for the page. Their steps are in the other files of this folder. Data only. */

export const STORIES = [
  {
    name: 'pay-by-card',
    title: 'Pay by card',
    summary: 'A link, a card, a payment: the same amount on both sides.',
  },
  {
    name: 'lost-answer',
    title: 'Lost answer',
    summary: 'The charge is made and its answer is lost. It is found again, and charged once.',
  },
  {
    name: 'plan-over-a-year',
    title: 'A plan over a year',
    summary:
      'Twelve installments, with a notice before each, and one card that is declined on the way.',
  },
  {
    name: 'bank-return',
    title: 'Bank return',
    summary: 'A bank debit is paid, and days later the bank takes it back.',
  },
  {
    name: 'auto-pay',
    title: 'Auto-pay',
    summary: 'A customer signs in, switches auto-pay on, and is charged on the due date.',
  },
  {
    name: 'two-tabs',
    title: 'Two tabs',
    summary: 'The same invoice is paid in two tabs at the same moment.',
  },
] as const;

export type StoryName = (typeof STORIES)[number]['name'];
