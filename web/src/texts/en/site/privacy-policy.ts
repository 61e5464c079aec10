/**
 * The privacy policy: which data the portal stores, why, for how long, and who can see it. It describes what the
 * software does. It does not name a company, because each company that uses the portal is separate.
 */
import { type CookieTexts, cookieSentences } from '../../cookie-sentences.ts';
import type { LegalText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

const COOKIE_TEXTS: CookieTexts = {
  session: prose`
    keeps you signed in. It ends after 30 minutes of inactivity, or after 12 hours at the latest.
    Signing out ends it right away.
  `,
  nonce: prose`
    is set when you request a sign-in email. It recognizes the browser that requested the email, and
    it expires after ten minutes.
  `,
  keep: 'remembers for the same ten minutes that you chose to stay signed in on a device.',
  device: prose`
    signs you in again on a device where you chose to stay signed in. It ends 90 days after its last
    use, or after a year at the latest. Signing out ends it right away.
  `,
  language: 'remembers the language you choose for a year.',
};

export const PRIVACY_POLICY = {
  title: 'Privacy Policy',
  updatedOn: '2026-11-19',
  sections: [
    {
      heading: 'Summary',
      paragraphs: [
        prose`
          Your account information is private and securely stored. The portal keeps what it needs to
          show you what you owe, take your payments, and prove what was agreed. Card and bank
          account numbers never reach the portal. The portal never sells your information.
          Your invoices, payments, and account pages are never used for advertising. Public pages such
          as this one can have marketing pixels if the operator of the portal turns them on and you
          agree.
        `,
      ],
    },
    {
      heading: 'Who this policy is about',
      paragraphs: [
        prose`
          Quittance is the portal software. It is used by the company that sent you the invoice
          (“the company”). The company decides why your information is kept, and it is the one to
          contact with questions about your information. You can find its support email and phone at
          the bottom of its portal pages and on your receipts, if the company has provided them.
        `,
        prose`
          This policy describes what the portal does with your information. The company may have its
          own privacy policy for everything outside the portal.
        `,
      ],
    },
    {
      heading: 'What the portal keeps',
      paragraphs: [
        prose`
          From the company: your name, your customer reference, your contact details, your date of
          birth if the company has recorded it, your language, and your invoices, orders, projects,
          estimates, and contracts, with their amounts and dates.
        `,
        prose`
          From you: the changes you make to your details and contacts, the language and payment
          options you choose, the questions and disputes you send to the company, and the
          authorizations you give.
        `,
        prose`
          From the payment processor: whether a payment succeeded, its reference, the type and brand
          of the payment method, its last four digits, and, for a saved payment method, a token that
          represents it.
        `,
        prose`
          From your browser, when you pay or sign in: your IP address, browser type, language,
          time zone, and screen size. Payment processors and banks use these details to detect
          fraud. They are also part of the record of an authorization.
        `,
        prose`
          If an error occurs on a page, the portal creates a short technical report so the error can
          be fixed. The report is limited in length and contains no payment details.
        `,
      ],
    },
    {
      heading: 'What the portal never receives',
      paragraphs: [
        prose`
          The portal never receives full card numbers, security codes, or bank account numbers. You
          enter them in fields that belong to the payment processor and run in the processor's own
          frames. They go straight to the processor. The same is true of a driver's license or tax
          ID, where a bank payment requires one. If a request contains a card or account number by
          mistake, the portal refuses the request and does not record it.
        `,
      ],
    },
    {
      heading: 'How your information is used',
      paragraphs: [
        prose`
          Your information is used to show you what you owe and what you have paid, to take the
          payments you ask for, and to recognize a payment that was already made. It is used to carry out
          the scheduled payments, payment plans, and auto-pay you have agreed to, and to send you
          links, receipts, and notices. It is also used to keep proof of your authorizations, to protect
          you, the company, and the portal from misuse, and to meet bookkeeping obligations.
        `,
        prose`It is not used to evaluate you, to build a profile of you, or for advertising.`,
      ],
    },
    {
      heading: 'Public links',
      paragraphs: [
        prose`
          A public link opens one invoice without signing in, for anyone who has the link. It shows
          the company, the invoice reference, amounts and dates, your first name, and, if a payment
          method is attached, its last four digits. It never shows your contact details, your date
          of birth, or other invoices.
        `,
        prose`
          Links are long, random values. The portal stores only a fingerprint of each link, and the
          link cannot be worked out from it. By default, a link expires 90 days after the due date,
          or 30 days after the invoice was paid. The company can deactivate it sooner.
        `,
      ],
    },
    {
      heading: 'Who else sees your information',
      paragraphs: [
        prose`
          The company sees your information because it is owed the money. The payment processor the
          company chose sees it because it carries out the payment, and it works under its own
          privacy policy. Those who host the portal and deliver its email for the company see it as
          far as their work requires. Authorities see it where the law requires it.
        `,
        prose`
          If the operator of the portal has turned on a map service for address suggestions, what
          you type in the address field is sent to that service. Nothing you type in any other
          field is sent to it.
        `,
      ],
    },
    {
      heading: 'Cookies and browser storage',
      paragraphs: [
        prose`
          The portal sets only the cookies described here, each when it is needed. Scripts cannot
          read them, except for Language.
        `,
        ...cookieSentences(COOKIE_TEXTS),
        prose`
          While you pay, your browser keeps the payment's ID in its session storage, so that
          reloading the page does not start a second payment. The ID is gone when you close the tab.
        `,
        prose`
          If you choose a light or dark appearance at the bottom of a page, or answer the question
          about analytics, your browser remembers your choice in its local storage. If part of a
          page fails to load, it remembers in its session storage when it last reloaded the page.
          This information stays in your browser.
        `,
        prose`
          Analytics, session recording, and marketing pixels are off unless the operator of the
          portal turns them on. Even then, they run only on public pages such as this one, only
          after you agree, and never where invoices or payment fields are shown. They never receive
          amounts or references.
        `,
      ],
    },
    {
      heading: 'How your information is protected',
      paragraphs: [
        prose`
          Two independent checks keep each company's information separate from that of other
          companies, and each customer's information separate from that of other customers. Tokens
          of saved payment methods are encrypted, and the key is kept outside the database. Links,
          sign-in tokens, and sessions are stored only as fingerprints. Logs leave out tokens and
          payment details.
        `,
        prose`
          No system is perfect. If you believe someone else has used your link or your account, tell
          the company right away so that access can be revoked.
        `,
      ],
    },
    {
      heading: 'How long information is kept',
      paragraphs: [
        prose`
          Invoices and payments are kept for as long as the company needs them for its bookkeeping
          and the law requires. While they are kept, entries in the payment ledger are never changed
          or deleted. A correction is added as a new entry.
        `,
        prose`
          Records of payments, authorizations, and changes to your account are kept for at least
          seven years. A payment method stays saved until you or the company removes it. Technical
          logs are kept only as long as it takes to run the portal and keep it secure.
        `,
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        prose`
          When you are signed in, you can see your details and payments, correct your contacts,
          choose your language, remove payment methods, cancel scheduled payments and payment plans, and turn off
          auto-pay. The text of each authorization says how to revoke it.
        `,
        prose`
          For a copy of your information, a correction you cannot make yourself, or the deletion of
          your information, ask the company. The law where you live may give you additional rights,
          and the company must respect them. Some records, such as payment records, must be kept
          even if you ask for their deletion.
        `,
      ],
    },
    {
      heading: 'Children',
      paragraphs: [
        prose`
          The portal is intended for people who owe or pay invoices. It is not directed at children,
          and it does not ask for their information.
        `,
      ],
    },
    {
      heading: 'Changes to this policy',
      paragraphs: [
        prose`
          When the portal changes what it does with your information, this page changes too. The
          date at the top shows when it was last updated.
        `,
      ],
    },
  ],
} as const satisfies LegalText;
