/**
 * The questions payers ask, and the answers. Text only: what is offered depends on the company, so
 * answers name the condition instead of promising.
 */
import type { FaqText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const FAQ = {
  title: 'FAQ',
  updatedOn: '2026-11-15',
  entries: [
    {
      question: 'What is this portal?',
      answer: prose`
        Quittance is the portal in which you see what you owe to a company and pay it. The company
        that sent you the invoice uses it for its customers. The money goes to that company, through
        the payment processor it has chosen.
      `,
    },
    {
      question: 'How do I know that an invoice is genuine?',
      answer: prose`
        Compare the company name, the invoice reference and the amount with the letter or mail you
        received. The address bar must show the address of the portal you were sent to. If anything
        does not fit, do not pay; ask the company using a phone number or address you already know,
        not one from the message.
      `,
    },
    {
      question: 'Do I need an account to pay?',
      answer: prose`
        No. A public link opens one invoice and lets you pay it without signing in. Signing in is
        only needed for things that are yours alone, such as saved payment methods and receipts.
      `,
    },
    {
      question: 'I have a paper invoice and no link. What can I do?',
      answer: prose`
        Open the page “Let's resolve your invoice!” and enter the company, your invoice or customer
        reference and your e-mail address. If the details match, a link is sent to you. For your
        protection the page gives the same answer whether they match or not.
      `,
    },
    {
      question: 'My link does not work any more.',
      answer: prose`
        Links end some time after the invoice is due or paid, and the company can withdraw them. A
        link that has ended, was withdrawn or was copied incompletely shows the same page, so that
        nobody can learn anything by guessing. Ask the company for a new link, or request one on the
        resolve page.
      `,
    },
    {
      question: 'Who can see my invoice?',
      answer: prose`
        You when you are signed in, the company that sent it, and anyone who holds the public link.
        The link shows the invoice, its amounts and dates, your first name and, if a payment method
        is attached, its last four digits. It shows no contact details and no other invoices. Treat
        it like a key and do not pass it on unless you want someone else to pay.
      `,
    },
    {
      question: 'How can I pay?',
      answer: prose`
        By credit or debit card, or by bank debit (ACH), as far as the company accepts them. You can
        always see before you confirm which methods are offered.
      `,
    },
    {
      question: 'Which ways of paying are there?',
      answer: prose`
        You can pay the full amount now. If the company offers it, you can also choose a later date
        or pay in monthly instalments. The options the company offers for your invoice are the ones
        you see when you press the pay button.
      `,
    },
    {
      question: 'Is there a fee?',
      answer: prose`
        Some companies pass on the cost of processing, others pay it themselves. If there is a fee,
        it is shown as a separate line with its percentage and fixed part before you confirm, and
        the button names the whole amount that will be taken. Card and bank debit can have different
        fees.
      `,
    },
    {
      question: 'Is it safe to type my card number here?',
      answer: prose`
        The fields for card and bank numbers belong to the payment processor and run in its own
        frames on the page. The numbers go straight to the processor. They never reach the portal,
        which only receives a token and the last four digits.
      `,
    },
    {
      question: 'I pressed the button twice, or reloaded the page. Will I pay twice?',
      answer: prose`
        No. Each payment carries a number that your browser makes before you press the button. The
        same number is never charged a second time, and while one payment for an invoice is running
        no other can start. You will see “Payment is processing” or “Account is already paid”
        instead.
      `,
    },
    {
      question: 'The page says that my payment is pending. What does that mean?',
      answer: prose`
        We have asked the processor for the payment and do not have a final answer yet. Please do
        not pay again; the invoice is held until the answer is known. The page changes by itself.
        You may also close it and come back later: the result is kept.
      `,
    },
    {
      question: 'The connection broke while I was paying.',
      answer: prose`
        Open the invoice again. If the payment went through, it is shown as paid, or it is pending
        until the processor has confirmed. If it did not, you can try again. Nothing is charged
        twice.
      `,
    },
    {
      question: 'My payment was declined. Why?',
      answer: prose`
        The bank that issued your card or keeps your account decided so. When it gives a reason you
        see it. Check the number, the expiry date and the security code, try another method, or ask
        your bank. A declined payment takes no money, although some banks show a reservation for a
        few days.
      `,
    },
    {
      question: 'Why does a bank debit take days?',
      answer: prose`
        Banks settle such debits in batches. Until yours has settled it is shown as pending and the
        invoice is not yet paid. A bank can still return a debit afterwards, for instance when the
        account does not hold enough. The invoice is then open again and you are told why, as far as
        the bank says.
      `,
    },
    {
      question: 'What happens to the fee when a bank debit is returned?',
      answer: prose`
        Nothing was received, so nothing is kept: the payment is reversed together with its fee.
        When you pay again the fee is worked out anew for the method you choose then. The portal
        adds no charge for the return. Your bank may have fees of its own.
      `,
    },
    {
      question: 'How do payment plans work?',
      answer: prose`
        If the company offers a plan, you choose the number of monthly payments and see every date
        and amount before you agree. The first payment is taken at once, the others each month on
        the same day, or on the last day of a shorter month. The parts always add up to the exact
        total.
      `,
    },
    {
      question: 'How do I cancel a scheduled payment or a plan?',
      answer: prose`
        Open the invoice and choose to cancel. A scheduled payment can be set up again later. When a
        plan is cancelled, the unpaid rest becomes payable at once. A payment that is already being
        processed can no longer be stopped here.
      `,
    },
    {
      question: 'Can I save my card or bank account?',
      answer: prose`
        Yes, when you are signed in and you agree to it. You can remove a saved method at any time.
        Scheduled payments that depend on a method you remove are not processed; you are told and
        can choose another one.
      `,
    },
    {
      question: 'Where do I find my receipts?',
      answer: prose`
        In the portal, next to each payment, after you have signed in. Receipts hold personal
        details, so they are not shown to holders of a public link.
      `,
    },
    {
      question: 'How do I sign in?',
      answer: prose`
        On the login page of your company, without a password. Enter your e-mail address, phone
        number or customer reference. If we know it, you receive a message with a link and a code.
        Both work once and for ten minutes only.
      `,
    },
    {
      question: 'I do not agree with the invoice. Whom do I ask?',
      answer: prose`
        The company that sent it. The portal shows what the company has recorded and cannot change
        amounts, give refunds or decide a dispute. How to reach the company is on your invoice.
      `,
    },
    {
      question: 'In which time zone are the dates?',
      answer: prose`
        In the company's. A due date is a day, not a moment, and reads the same wherever you are.
      `,
    },
    {
      question: 'Can I use the portal with a keyboard or a screen reader?',
      answer: prose`
        Yes. Every step of a payment can be done with the keyboard, changes of status are announced,
        and text can be enlarged. If something stands in your way, please tell the company so that
        it can be put right.
      `,
    },
  ],
} as const satisfies FaqText;
