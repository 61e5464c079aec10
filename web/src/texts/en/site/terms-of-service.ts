/**
 * The terms of service: what using the portal means for a payer. They describe the software. The
 * debt itself, refunds, and disputes are between the payer and the company, and the text says so.
 */
import type { LegalText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const TERMS_OF_SERVICE = {
  title: 'Terms of Service',
  updatedOn: '2026-11-19',
  sections: [
    {
      heading: 'What these terms cover',
      paragraphs: [
        prose`
          Quittance is a portal where you can see and pay what you owe a company. These terms cover
          your use of the portal. What you owe, and why, is between you and the company that sent
          you the invoice (“the company”), and depends on your agreement with it.
        `,
        prose`
          Quittance is software. It is not a bank, a lender, or a debt collector, and it does not
          hold your money. Payments are carried out by the payment processor the company chose.
        `,
      ],
    },
    {
      heading: 'Access',
      paragraphs: [
        prose`
          You can open one invoice with a public link, or sign in to see everything the company has
          on record for you. Anyone who has a link can see and pay its invoice, so treat it like a
          key. Sign-in links and codes are for you alone. Do not share them.
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
          The portal shows what the company has on record. If an amount, date, or name is wrong,
          tell the company before you pay. The portal cannot show anything else until the company
          corrects its records.
        `,
        prose`Dates are calendar days in the company's time zone.`,
      ],
    },
    {
      heading: 'Making a payment',
      paragraphs: [
        prose`
          Before you confirm, you see the amount, the processing fee if there is one, and the total.
          The button shows what you will be charged. By pressing it, you ask the payment processor
          to charge that total to the payment method you entered or chose, and you confirm that you
          are entitled to use that payment method.
        `,
        prose`
          If the amount or the processing fee has changed since you opened the page, nothing is
          charged, and you are shown the new figures first.
        `,
        prose`
          An invoice counts as paid when the payment processor confirms the payment. Until then, it
          is pending. While a payment is pending, no other payment for the same invoice can start,
          and you should not pay in another way.
        `,
      ],
    },
    {
      heading: 'Fees',
      paragraphs: [
        prose`
          The company decides whether to add a processing fee when you pay by card or from a bank
          account. The fee is shown on its own line, with its percentage and fixed amount, and goes
          to the company. It is calculated on the amount you pay and added to that amount. Your bank may
          charge its own fees, which the portal does not know about.
        `,
      ],
    },
    {
      heading: 'Cards',
      paragraphs: [
        prose`
          Your bank may ask you to confirm a card payment. If you do not confirm it in time, the
          payment is not made. A payment that your bank declines is not made either, and the invoice
          stays unpaid.
        `,
      ],
    },
    {
      heading: 'Bank debits (ACH)',
      paragraphs: [
        prose`
          When you pay by bank debit (ACH), you authorize the company to debit the account you
          entered, for the amount and on the date shown to you. A debit takes a few banking days to
          settle and is pending until then.
        `,
        prose`
          Your bank can return a debit, even after it has settled. If that happens, the payment is
          reversed along with its processing fee, the invoice is unpaid again, and you are told the
          reason if the bank gives one. Depending on the reason, the debit may be submitted again,
          at most twice and for the same amount, or the payment method may be turned off.
        `,
      ],
    },
    {
      heading: 'Scheduled payments, payment plans, and auto-pay',
      paragraphs: [
        prose`
          Where the company offers them, you can schedule a payment for a later date, pay in
          installments, or have invoices charged automatically when they are due. To do this, you
          authorize later charges. You see the text of the authorization before you agree. It is
          stored exactly as it was shown, with the date, the amounts, and the payment method.
        `,
        prose`
          You are notified before an automatic charge is made. If a charge fails, it may be tried again
          a limited number of times, and you are notified each time. A payment plan ends when two
          installments are missed.
        `,
      ],
    },
    {
      heading: 'Canceling and revoking',
      paragraphs: [
        prose`
          You can cancel a scheduled payment or a payment plan, turn off auto-pay, and remove a
          saved payment method in the portal at any time. After a payment plan is canceled or
          has ended, the rest can be paid at once and is due by the due date of the invoice. A charge
          that has already been sent to the payment processor cannot be stopped.
        `,
        prose`Revoking an authorization ends later charges. You still owe the invoice.`,
      ],
    },
    {
      heading: 'Electronic records',
      paragraphs: [
        prose`
          You can review and sign authorizations in the portal, and the company sends you the
          authorization, notices and receipts by email. The exact text of each authorization is
          stored, and after you sign in, you can find and print it under “Agreements and history.” If
          you prefer paper, or want to withdraw this consent, contact the company. You need a current
          browser and an email address.
        `,
      ],
    },
    {
      heading: 'Receipts',
      paragraphs: [
        prose`
          After you sign in, you can download a receipt for every payment that succeeded. If a
          payment was returned, its receipt says so.
        `,
      ],
    },
    {
      heading: 'Refunds and disputes',
      paragraphs: [
        prose`
          In the portal, you can ask the company about an invoice or, while it is unpaid, dispute
          it. Until the company answers a dispute, the invoice cannot be paid, and you are not
          charged for it. The company decides whether it changes the invoice.
        `,
        prose`
          You cannot request a refund in the portal. If you believe you paid too much or should not
          have paid, ask the company. If a payment through the portal arrives for an invoice that is
          already paid, the extra amount is refunded to the method it came from, or recorded as a
          credit to you, and the company is alerted. Your rights against your bank or card issuer
          are not affected.
        `,
        prose`
          If you see a debit or charge that you did not authorize, or the amount or date is wrong,
          tell the company right away and contact your bank or card issuer. Your bank can usually
          reverse an electronic debit if you report it within 60 days after it sent the statement
          that shows the debit.
        `,
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        prose`
          Do not test cards, try out links, flood the portal with requests, disrupt its operation,
          or try to get around its limits. The portal limits the number of attempts and can lock a
          link for a period of time. These limits protect payers. If they stop you by mistake, wait,
          sign in, or ask the company.
        `,
      ],
    },
    {
      heading: 'Demos',
      paragraphs: [
        prose`
          A company may be set up as a demo. Nothing can be changed there, and every action says so.
          A portal that runs on the sandbox, a test system, moves no money at all. Only made-up
          cards work there.
        `,
      ],
    },
    {
      heading: 'Availability',
      paragraphs: [
        prose`
          The portal may be unavailable at times, for maintenance or because a payment processor or
          a network fails. This does not move a due date. If you cannot pay on time, tell the
          company. A payment that has started is not lost. It is completed or closed as soon as the
          payment processor's own records are known.
        `,
      ],
    },
    {
      heading: 'Responsibility',
      paragraphs: [
        prose`
          The portal software is provided as is. Those who provide it are responsible to you to the
          extent the law requires, and nothing in these terms limits the rights the law gives you as
          a consumer. The company is responsible for the invoice, for the goods or services behind
          it, and for the use of your payment. Its payment processor is responsible for carrying out
          the payment.
        `,
      ],
    },
    {
      heading: 'Privacy',
      paragraphs: [
        prose`The privacy policy describes what the portal keeps about you and who sees it.`,
      ],
    },
    {
      heading: 'Changes to these terms',
      paragraphs: [
        prose`
          These terms may change. The date at the top shows when they were last
          updated. What you agreed to for a payment, a payment plan, or an authorization stays as it
          was shown to you at that time.
        `,
      ],
    },
    {
      heading: 'Contact',
      paragraphs: [
        prose`
          For anything about your invoice, your payment, or your information, contact the company
          that sent you the invoice. Its support email and phone are shown at the bottom of its
          portal pages and on your receipts, if the company has provided them.
        `,
      ],
    },
  ],
} as const satisfies LegalText;
