// The links that `npm start` prints, formatted from demo.json.

const DEMO = 'to look at, changes nothing';
const PAYABLE = ['DUE', 'IN_COLLECTION'];

export function formatLinks({ portal, sandbox, playground, companies = [], desk, setup, dataDir }) {
  const addresses = companies.flatMap(linkOfCompany);
  const width = Math.max(0, ...addresses.map(({ url }) => url.length));
  const links = addresses.map(({ url, processor }) => `${url.padEnd(width)}  (${processor})`);
  return [
    ...column('Portal', links.length > 0 ? links : [portal]),
    ...column('Begin', setup ? [`${setup}  creates your company`] : []),
    ...column('Sign in', signInLines(portal, companies)),
    ...column('Console', desk ? [`${desk.url}  (code ${desk.code}, once)`] : []),
    ...column('Mailbox', [
      `${sandbox}/_sandbox/mailbox  every mail arrives here, sign-in links too`,
    ]),
    ...column('Sandbox', [
      `${sandbox}  cards: 4242… pays · 4000…0002 declined · any date and code`,
    ]),
    ...column('Playground', [`${playground}  break payments, move the time, watch both sides`]),
    ...column('Data', [dataDir]),
  ].join('\n');
}

function linkOfCompany({ processor, isDemo, customers }) {
  const links = customers.flatMap(({ publicLinks }) => publicLinks);
  const link = links.find(({ status }) => PAYABLE.includes(status)) ?? links[0];
  return link === undefined ? [] : [{ url: link.url, processor: isDemo ? DEMO : processor }];
}

function signInLines(portal, companies) {
  const logins = companies.flatMap(({ domain, customers: [customer] }) => {
    if (customer === undefined) return [];
    const query = new URLSearchParams({ customerRef: customer.reference });
    return [{ url: `${portal}/${domain}/auth/login?${query}`, email: customer.email }];
  });
  const width = Math.max(0, ...logins.map(({ url }) => url.length));
  return logins.map(({ url, email }) => `${url.padEnd(width)}  (${email})`);
}

function column(title, lines) {
  return lines.map((line, index) => `${(index === 0 ? title : '').padEnd(12)}${line}`);
}
