/**
 * The terms of service: what using the portal means for a payer. It describes the software; the
 * debt itself, refunds and disputes are between payer and company, and the text says so.
 */
import type { LegalText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const TERMS_OF_SERVICE = {
  title: 'Terms of Service',
  updatedOn: '2026-11-15',
  sections: [
    {
      heading: 'What these terms are about',
      paragraphs: [
        prose`
          Quittance is a portal in which you see and pay what you owe to a company. These terms are
          about the use of the portal. What you owe, and why, is between you and the company that
          sent you the invoice, here called the company, and follows from your agreement with it.
        `,
        prose`
          Quittance is software. It is not a bank, not a lender and not a debt collector, and it
          does not hold your money. Payments are carried out by the payment processor the company
          has chosen.
        `,
      ],
    },
    {
      heading: 'Access',
      paragraphs: [
        prose`
          You can open one invoice with a public link, or sign in to see everything the company has
          recorded for you. Whoever holds a link can see and pay its invoice, so keep it as you
          would keep a key. Sign-in links and codes are for you alone; do not pass them on.
        `,
        prose`
          You may pay an invoice for someone else with a link that person gave you. You must not try
          to open links or accounts that are not meant for you.
        `,
      ],
    },
    {
      heading: 'What you see',
      paragraphs: [
        prose`
          The portal shows what the company has recorded. If an amount, a date or a name is wrong,
          tell the company before you pay. Until it corrects its records the portal cannot show
          anything else.
        `,
        prose`Dates are days in the company's time zone.`,
      ],
    },
    {
      heading: 'Paying',
      paragraphs: [
        prose`
          Before you confirm you see the amount, the fee if there is one, and the total. The button
          names what will be taken. By pressing it you ask the processor to charge that total to the
          method you entered or chose, and you confirm that you are entitled to use that method.
        `,
        prose`
          If the amount or the fee has changed since the page was opened, nothing is charged and the
          new figures are shown to you first.
        `,
        prose`
          An invoice counts as paid when the processor confirms the payment. Until then it is
          pending. While a payment is pending no other payment for the same invoice can start, and
          you should not pay in another way.
        `,
      ],
    },
    {
      heading: 'Fees',
      paragraphs: [
        prose`
          The company decides whether it pays the cost of processing itself or passes it on to you.
          A fee that is passed on is shown as a line of its own, with the percentage and the fixed
          part it is made of. It is worked out on the amount you pay and comes on top of it. Your
          own bank may have charges of its own, which the portal does not know.
        `,
      ],
    },
    {
      heading: 'Cards',
      paragraphs: [
        prose`
          Your bank may ask you to confirm a card payment. If you do not confirm it in time, the
          payment is not made. A payment your bank declines is not made either, and the invoice
          stays open.
        `,
      ],
    },
    {
      heading: 'Bank debits',
      paragraphs: [
        prose`
          With a bank debit you authorise the company to debit the account you entered, for the
          amount and on the date shown to you. A debit takes some banking days to settle and is
          pending until then.
        `,
        prose`
          Your bank can return a debit, also after it had settled. The payment is then reversed
          together with its fee, the invoice is open again, and you are told the reason as far as
          the bank gives one. Depending on the reason the debit may be presented again, at most
          twice and for the same amount, or the method may be switched off.
        `,
      ],
    },
    {
      heading: 'Scheduled payments, plans and automatic payments',
      paragraphs: [
        prose`
          Where the company offers them, you can have a payment taken on a later date, pay in
          instalments, or have invoices charged automatically when they are due. For this you
          authorise later charges. The text of the authorisation is shown to you before you agree,
          and is stored exactly as it was shown, with the date, the amounts and the method.
        `,
        prose`
          You are told before an automatic charge is made. If a charge fails it may be tried again a
          small number of times, and you are told each time. A plan in which two instalments are
          missed ends, and what is left becomes payable.
        `,
      ],
    },
    {
      heading: 'Cancelling and withdrawing',
      paragraphs: [
        prose`
          You can cancel a scheduled payment or a plan, switch off automatic payments, and remove a
          stored method in the portal at any time. When a plan is cancelled the unpaid rest becomes
          payable at once. A charge that has already been sent to the processor cannot be stopped.
        `,
        prose`Withdrawing an authorisation ends later charges. It does not end what you owe.`,
      ],
    },
    {
      heading: 'Receipts',
      paragraphs: [
        prose`
          For every payment that succeeded you can download a receipt after signing in. The receipt
          of a payment that was returned says so.
        `,
      ],
    },
    {
      heading: 'Refunds and disputes',
      paragraphs: [
        prose`
          The portal has no function for refunds. Ask the company if you believe that you paid too
          much or should not have paid. If money reaches an invoice that is already paid, it is
          recorded as a credit of yours and the company is alerted. Your rights against your bank or
          card issuer are not affected.
        `,
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        prose`
          Do not test cards, try out links, flood the portal with requests, disturb its operation or
          try to get around its limits. The portal limits the number of attempts and can lock a link
          for a time. These limits protect payers; if they stop you by mistake, wait, sign in, or
          ask the company.
        `,
      ],
    },
    {
      heading: 'Demonstrations',
      paragraphs: [
        prose`
          A company may be set up for demonstration. Nothing can be changed there, and every action
          says so. A portal that runs against the sandbox moves no money at all; only invented cards
          work in it.
        `,
      ],
    },
    {
      heading: 'Availability',
      paragraphs: [
        prose`
          The portal may be unavailable at times, for maintenance or because a processor or a
          network fails. A due date is not moved by that; if you cannot pay in time, tell the
          company. A payment that had begun is not lost: it is completed or closed as soon as the
          processor's own records are known.
        `,
      ],
    },
    {
      heading: 'Responsibility',
      paragraphs: [
        prose`
          The portal software is provided as it is. Those who provide it are responsible to you as
          far as the law demands, and nothing in these terms limits rights that the law gives you as
          a consumer. For the invoice, for the goods or services behind it and for the use of your
          payment, the company is responsible. For carrying out the payment, its processor is.
        `,
      ],
    },
    {
      heading: 'Privacy',
      paragraphs: [
        prose`What the portal keeps about you and who sees it is described in the privacy policy.`,
      ],
    },
    {
      heading: 'Changes to these terms',
      paragraphs: [
        prose`
          These terms can change for the future. The date at the top tells you when they last did.
          What you agreed to for a payment, a plan or an authorisation stays as it was shown to you
          at that time.
        `,
      ],
    },
    {
      heading: 'Contact',
      paragraphs: [
        prose`
          For everything about your invoice, your payment or your information, turn to the company
          that sent you the invoice. How to reach it is written on the invoice.
        `,
      ],
    },
  ],
} as const satisfies LegalText;
