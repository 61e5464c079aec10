/**
 * Measures a plain COPY of a company's invoices into a table with the same columns and indexes, but without
 * triggers or foreign keys.
 */
import pg from 'pg';

const COLUMNS = `company_id, id, customer_id, account_ref, internal_ref, product_name, description, tax_cents,
  total_cents, paid_cents, due_on, opened_on, status, version, created_at`;
const ROWS_TOGETHER = 20_000;

type CopyConnection = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

/** The driver's own query class fails when the server asks for COPY data; this one sends the rows. */
class CopyQuery extends pg.Query {
  readonly #rows: Buffer;

  constructor(statement: string, rows: Buffer, done: (error: Error | null) => void) {
    // The cast is needed because the driver's types do not include the callback.
    super(...([statement, [], done] as unknown as [string]));
    this.#rows = rows;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }
}

function copy(client: pg.Client, statement: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyQuery(statement, rows, (error) => (error ? reject(error) : resolve())));
  });
}

/** Returns rows per second. The rows are loaded before the timing starts, sorted by number. */
export async function measureBareCopy(
  databaseUrl: string,
  { companyId, rows }: { companyId: string; rows: number },
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('drop table if exists bare_invoices');
    await client.query('create table bare_invoices (like invoices including all)');
    let [copied, ms, after] = [0, 0, ''];
    while (copied < rows) {
      const { rows: page } = await client.query<{ ref: string; line: string }>(
        `select account_ref as ref, concat_ws(E'\\t', ${COLUMNS}) as line from invoices
         where company_id = $1 and account_ref_key > $2 and description is not null
         order by account_ref_key limit ${ROWS_TOGETHER}`,
        [companyId, after],
      );
      const last = page.at(-1);
      if (!last) break;
      const text = Buffer.from(page.map(({ line }) => `${line}\n`).join(''));
      const beganMs = performance.now();
      await copy(client, `copy bare_invoices (${COLUMNS}) from stdin`, text);
      ms += performance.now() - beganMs;
      [copied, after] = [copied + page.length, last.ref.toLowerCase()];
    }
    await client.query('drop table bare_invoices');
    return (copied / ms) * 1000;
  } finally {
    await client.end();
  }
}
