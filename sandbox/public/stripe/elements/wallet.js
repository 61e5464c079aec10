// The sheet of the pretended wallet: the payer picks a card and agrees, or goes away. It tells the
// page the last four digits, which is all the express element needs to make a token.
import { settings, tellPage } from './parent.js';

const element = (id) => document.getElementById(id);
const { amount, currency = 'usd', business } = settings;
const billingDetails = { name: 'Wallet Payer', email: 'wallet.payer@example.com' };

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
const sum = format.format((amount ?? 0) / 100);
element('amount').textContent = business === undefined ? sum : `${sum} to ${business}`;

element('pay').addEventListener('click', () =>
  tellPage({ type: 'wallet', last4: element('card').value, billingDetails }),
);
element('cancel').addEventListener('click', () => tellPage({ type: 'wallet' }));
element('pay').focus();
