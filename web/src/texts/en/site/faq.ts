/**
 * Questions that payers ask, with answers, as text only. Available features depend on the company, so answers state
 * the condition instead of making a promise.
 */
import type { FaqText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const FAQ = {
  title: 'FAQ',
  updatedOn: '2026-11-19',
  entries: [
    {
      question: 'What is this portal?',
      answer: prose`
        Quittance is an online portal where you can see what you owe a company and pay it. The
        company that sent you the invoice uses the portal for its customers. Your money goes to that
        company through the payment processor it chose.
      `,
    },
    {
      question: 'How do I know an invoice is genuine?',
      answer: prose`
        Compare the company name, invoice reference, and amount with the letter or email you
        received. Make sure your browser's address bar shows the address of the portal you were sent
        to. If anything doesn't match, don't pay. Contact the company using a phone number or
        address you already know, not one from the message.
      `,
    },
    {
      question: 'Do I need an account to pay?',
      answer: prose`
        No. A public link opens one invoice and lets you pay it without signing in. You only need to
        sign in for things that are yours alone, such as saved payment methods and receipts.
      `,
    },
    {
      question: 'I have a paper invoice but no link. What can I do?',
      answer: prose`
        Go to the “Let's resolve your invoice!” page and enter the company, your invoice or customer
        reference, and your email address. If the details match, we'll email you a link. To protect
        you, the page gives the same answer whether they match or not.
      `,
    },
    {
      question: "Why doesn't my link work anymore?",
      answer: prose`
        Links expire some time after the invoice is due or paid, and the company can deactivate
        them. You'll see the same page whether a link has expired, was deactivated, or wasn't copied
        completely, so no one can learn anything by guessing. Ask the company for a new link, or
        request one on the “Let's resolve your invoice!” page.
      `,
    },
    {
      question: 'Who can see my invoice?',
      answer: prose`
        You can see it when you're signed in. The company that sent it and anyone who has the public
        link can see it too. The link shows the invoice, its amounts and dates, your first name,
        and, if a payment method is attached, its last four digits. It doesn't show your contact
        details or any other invoices. Treat the link like a key, and don't share it unless you want
        someone else to pay.
      `,
    },
    {
      question: 'Which payment methods can I use?',
      answer: prose`
        You can pay by credit or debit card, or by bank debit (ACH), depending on what the company
        accepts. You'll always see which payment methods are available before you confirm.
      `,
    },
    {
      question: 'What payment options do I have?',
      answer: prose`
        You can pay the full amount now. If the company offers it, you can also choose a later date
        or pay in monthly installments. When you press the pay button, you'll see the options the
        company offers for your invoice.
      `,
    },
    {
      question: 'Is there a processing fee?',
      answer: prose`
        Some companies add a processing fee when you pay by card or from a bank account. Others don't.
        If there is one, you'll see it on its own line, with its percentage and fixed amount, before
        you confirm. The button shows the total you'll be charged. The fee goes to the company.
        Another payment method may cost less.
      `,
    },
    {
      question: 'Is it safe to enter my card number here?',
      answer: prose`
        Yes. The fields for card and bank account numbers belong to the payment processor, not to
        the portal. Your numbers go straight to the processor. They never reach the
        portal. We receive only a token, which stands in for the number, and the last four digits.
      `,
    },
    {
      question: 'I pressed the button twice or reloaded the page. Will I be charged twice?',
      answer: prose`
        Before you press the button, your browser gives the payment its own ID. If the same payment
        arrives again, the portal recognizes it and shows its result instead of charging you again. While one payment for an invoice is processing, no other
        payment can start. You'll see “Payment is processing” or “Account is already paid” instead.
      `,
    },
    {
      question: 'What does it mean when my payment is pending?',
      answer: prose`
        We've asked the payment processor to make the payment, and we don't have a final answer yet.
        Please don't pay again. The invoice is on hold until we know the answer. The page updates on
        its own. You can also close it and come back later, and the result will be there.
      `,
    },
    {
      question: 'What if I lose my connection while paying?',
      answer: prose`
        Open the invoice again. If the payment went through, the invoice is shown as paid, or as
        pending until the payment processor confirms it. If it didn't go through, you can try again.
        The portal doesn't start another payment for the same invoice while one is pending.
      `,
    },
    {
      question: 'Why was my payment declined?',
      answer: prose`
        The bank that issued your card or holds your account made that decision. If it gives a
        reason, you'll see it. Check the number, expiration date, and security code, try another
        payment method, or ask your bank. You aren't charged for a declined payment, but some banks show a
        hold for a few days.
      `,
    },
    {
      question: 'Why does a bank debit (ACH) take days?',
      answer: prose`
        Banks settle these debits in batches. Until yours settles, it's shown as pending and the
        invoice isn't paid yet. A bank can still return a debit after that, for example if there
        isn't enough money in the account. If that happens, the invoice is unpaid again, and we'll
        tell you the reason if the bank gives one.
      `,
    },
    {
      question: 'What happens to the processing fee if a bank debit (ACH) is returned?',
      answer: prose`
        No money was received, so none is kept. The payment is reversed along with its processing
        fee. When you pay again, we calculate a new fee for the payment method you choose then. The
        portal doesn't add a charge for the return. Your bank may charge its own fees.
      `,
    },
    {
      question: 'How do payment plans work?',
      answer: prose`
        If the company offers a payment plan, you choose the number of monthly payments and see
        every date and amount before you agree. The first payment is charged right away. The others
        are charged on the same day each month, or on the last day if the month is shorter.
        Together, your payments always equal the exact total.
      `,
    },
    {
      question: 'How do I cancel a scheduled payment or a payment plan?',
      answer: prose`
        Sign in, open the invoice, and choose to cancel. You can set up a scheduled payment again
        later. After a payment plan is canceled or has ended, the rest can be paid at once and is due
        by the due date of the invoice. Auto-pay won't pay the invoice until you add it back under
        Upcoming payments. Once a payment is processing, you can't stop it here.
      `,
    },
    {
      question: 'Can I save my card or bank account?',
      answer: prose`
        Yes, if you're signed in and you agree to it. You can remove a saved payment method at any
        time. If you remove a payment method, any scheduled payments that use it won't be processed.
        We'll let you know, and you can choose another payment method.
      `,
    },
    {
      question: 'Where do I find my receipts?',
      answer: prose`
        Sign in to the portal, and you'll find them next to each payment. Receipts contain personal
        details, so they aren't shown to people using a public link.
      `,
    },
    {
      question: 'How do I sign in?',
      answer: prose`
        Go to the company's sign-in page. You don't need a password. Enter your email address, phone
        number, or customer reference. If we recognize it, we'll email you a link and a code. Both
        work only once and only for ten minutes.
      `,
    },
    {
      question: 'Can I dispute an invoice here?',
      answer: prose`
        Yes. Open the invoice and choose “Ask a question” or “Dispute this invoice.” Until the company
        answers a dispute, the invoice can't be paid, and you won't be charged for it. The company
        decides, not the portal. You'll also find its support email and phone at the bottom of its
        portal pages and on your receipts, if it has provided them.
      `,
    },
    {
      question: "What if I see a debit or charge I didn't authorize?",
      answer: prose`
        Contact the company right away, and your bank or card issuer. Your bank can usually help if
        you report an electronic debit within 60 days after it sent the statement that shows it. You
        can also use “Dispute this invoice,” but that does not replace a report to your bank.
      `,
    },
    {
      question: 'What time zone are the dates in?',
      answer: prose`
        Dates are in the company's time zone. A due date is a calendar day, not a specific time, so
        it's the same wherever you are.
      `,
    },
    {
      question: 'Can I use the portal with a keyboard or a screen reader?',
      answer: prose`
        Yes. You can complete every step of a payment with a keyboard, status changes are announced,
        and you can enlarge the text. If something gets in your way, please tell the company so it
        can be fixed.
      `,
    },
  ],
} as const satisfies FaqText;
