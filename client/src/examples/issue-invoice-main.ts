/** `node client/dist/examples/issue-invoice-main.js http://localhost:3000 qk_…` */
import { issueInvoice } from './issue-invoice.ts';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);

await issueInvoice({ baseUrl, apiKey, print });
