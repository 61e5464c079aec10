/**
 * The privacy policy: what the portal keeps, why, for how long and who sees it. It describes what
 * the software does; it names no company, because every company that uses the portal is its own.
 */
import type { LegalText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const PRIVACY_POLICY = {
  title: 'Privacy Policy',
  updatedOn: '2026-11-15',
  sections: [
    {
      heading: 'In short',
      paragraphs: [
        prose`
          Your account information is private and securely stored. The portal keeps what is needed
          to show you what you owe, to take your payment and to prove what was agreed. Card and bank
          account numbers never reach it. Nothing is sold, and nothing you do in the portal is used
          for advertising.
        `,
      ],
    },
    {
      heading: 'Whom this policy is about',
      paragraphs: [
        prose`
          Quittance is the portal software. It is used by the company that sent you the invoice,
          here called the company. The company decides why your information is kept and is the one
          to ask about it. You find its address on your invoice.
        `,
        prose`
          This policy describes what the portal does with your information. The company may have a
          privacy policy of its own for everything outside the portal.
        `,
      ],
    },
    {
      heading: 'What the portal keeps',
      paragraphs: [
        prose`
          From the company: your name, your customer reference, your contact details, your date of
          birth where the company has recorded it, and your invoices, orders, projects, estimates
          and contracts with their amounts and dates.
        `,
        prose`
          From you: changes you make to your details and contacts, the payment options you choose,
          and the agreements you give.
        `,
        prose`
          From the payment processor: whether a payment succeeded, its reference, the kind and brand
          of the method, its last four digits and, for a method that is stored, a token that stands
          for it.
        `,
        prose`
          From your browser, when you pay or sign in: the network address, the type of browser, the
          language, the time zone and the size of the screen. Processors and banks use these details
          to recognise fraud, and they are part of the record of an agreement.
        `,
        prose`
          When an error happens on a page, a short technical report is made so that it can be put
          right. It is limited in length and contains no payment details.
        `,
      ],
    },
    {
      heading: 'What the portal never receives',
      paragraphs: [
        prose`
          Full card numbers, security codes and bank account numbers. You type them into fields that
          belong to the payment processor and run in the processor's own frames. They go straight to
          the processor. A request that contains such a number by mistake is refused and is not
          recorded.
        `,
      ],
    },
    {
      heading: 'What it is used for',
      paragraphs: [
        prose`
          To show you what you owe and what you have paid; to take the payments you ask for, and to
          make sure that none is taken twice; to carry out the scheduled payments, plans and
          automatic payments you have agreed to; to send you links, receipts and notices; to keep
          the proof of your agreements; to protect you, the company and the portal against misuse;
          and to meet the duties of bookkeeping.
        `,
        prose`It is not used to judge you, to build a profile of you, or for advertising.`,
      ],
    },
    {
      heading: 'Public links',
      paragraphs: [
        prose`
          A public link opens one invoice without signing in, for whoever holds it. It shows the
          company, the invoice reference, amounts and dates, your first name and, if a method is
          attached, its last four digits. It never shows contact details, your date of birth or
          other invoices.
        `,
        prose`
          Links are long random values. The portal stores only a fingerprint from which the link
          cannot be worked out. By default a link ends 90 days after the due date, or 30 days after
          the invoice was paid, and the company can withdraw it before that.
        `,
      ],
    },
    {
      heading: 'Who else sees your information',
      paragraphs: [
        prose`
          The company, because it is owed the money. The payment processor the company has chosen,
          because it carries out the payment; it works under its own privacy policy. Those who host
          the portal and deliver its mail for the company, as far as their work requires it.
          Authorities, where the law demands it.
        `,
        prose`
          If the company has switched on a map service for address suggestions, what you type into
          the address field is sent to that service. No other field is.
        `,
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        prose`
          The portal sets one cookie, AccessToken, when you sign in. It is needed to keep you signed
          in, cannot be read by scripts, and ends after 30 minutes without use or after 12 hours at
          the latest. Signing out ends it at once.
        `,
        prose`
          While you pay, your browser keeps the number of the payment in its session storage, so
          that a reload does not start a second payment. It is gone when you close the tab.
        `,
        prose`
          If you choose a light or a dark appearance at the foot of a page, your browser remembers
          the choice in its local storage. Nobody else is told.
        `,
        prose`
          Analytics, session recording and marketing pixels are off unless the company switches them
          on. Even then they run only on the public pages such as this one, only after you have
          agreed, and never where invoices or payment fields are shown. They are never given amounts
          or references.
        `,
      ],
    },
    {
      heading: 'How it is protected',
      paragraphs: [
        prose`
          Each company's information is kept apart from that of others, and each customer's from
          that of others, by two independent checks. Tokens of stored methods are encrypted, and the
          key is kept outside the database. Links, sign-in tokens and sessions are stored only as
          fingerprints. Logs leave out tokens and payment details.
        `,
        prose`
          No system is perfect. If you believe that someone else has used your link or your account,
          tell the company at once so that access can be withdrawn.
        `,
      ],
    },
    {
      heading: 'How long it is kept',
      paragraphs: [
        prose`
          Invoices and payments are kept as long as the company needs them for its bookkeeping and
          the law requires. Entries in the payment ledger are never changed or deleted while they
          are kept; a correction is a new entry.
        `,
        prose`
          The record of an authorisation for automatic charges is kept for at least two years after
          the last charge made under it. A stored payment method is kept until you or the company
          removes it. Technical logs are kept only as long as it takes to run the portal and keep it
          secure.
        `,
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        prose`
          When you are signed in you can see your details and payments, correct your contacts,
          remove payment methods, cancel scheduled payments and plans, and switch off automatic
          payments. How to withdraw an authorisation is written in its text.
        `,
        prose`
          For a copy of your information, a correction you cannot make yourself, or its deletion,
          ask the company. Where you live the law may give you further rights, and the company must
          respect them. Some records must be kept even if you ask for their deletion, for instance
          those of payments.
        `,
      ],
    },
    {
      heading: 'Children',
      paragraphs: [
        prose`
          The portal is made for people who owe or pay invoices. It is not directed at children, and
          it does not ask for their information.
        `,
      ],
    },
    {
      heading: 'Changes to this policy',
      paragraphs: [
        prose`
          When the portal changes what it does with your information, this page changes too, and the
          date at the top tells you when it last did.
        `,
      ],
    },
  ],
} as const satisfies LegalText;
