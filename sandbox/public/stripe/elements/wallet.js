// The sheet of the simulated wallet: the payer selects a card and pays, or cancels. The page gets
// the last four digits, from which the express element creates a token.
import { sendToPage, settings } from './parent.js';

const element = (id) => document.getElementById(id);
const { amount, currency = 'usd', business } = settings;
const billingDetails = { name: 'Wallet Payer', email: 'wallet.payer@example.com' };

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
const sum = format.format((amount ?? 0) / 100);
element('amount').textContent = business === undefined ? sum : `${sum} to ${business}`;

// A wallet confirms the payment before its sheet closes.
const CONFIRMED_MS = 400;

element('pay').addEventListener('click', ({ currentTarget: button }) => {
  button.disabled = true;
  button.textContent = 'Done';
  const last4 = element('card').value;
  setTimeout(() => sendToPage({ type: 'wallet', last4, billingDetails }), CONFIRMED_MS);
});
element('cancel').addEventListener('click', () => sendToPage({ type: 'wallet' }));
element('pay').focus();
