// The sheet of the pretended wallet: the payer picks a card and agrees, or goes away. It tells the
// page the last four digits, which is all the express element needs to make a token.
import { settings, tellPage } from './parent.js';

const element = (id) => document.getElementById(id);
const { amount, currency = 'usd', business } = settings;
const billingDetails = { name: 'Wallet Payer', email: 'wallet.payer@example.com' };

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
const sum = format.format((amount ?? 0) / 100);
element('amount').textContent = business === undefined ? sum : `${sum} to ${business}`;

// A wallet says that it has understood before its sheet goes.
const UNDERSTOOD_MS = 400;

element('pay').addEventListener('click', ({ currentTarget: button }) => {
  button.disabled = true;
  button.textContent = 'Done';
  const last4 = element('card').value;
  setTimeout(() => tellPage({ type: 'wallet', last4, billingDetails }), UNDERSTOOD_MS);
});
element('cancel').addEventListener('click', () => tellPage({ type: 'wallet' }));
element('pay').focus();
