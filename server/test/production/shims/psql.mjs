// Stands in for psql in docs/production.md: runs the statement after -c on the test's Postgres.
import pg from 'pg';

const statement = process.argv[process.argv.indexOf('-c') + 1];
const client = new pg.Client({ connectionString: process.env.GUIDE_POSTGRES });
await client.connect();
await client.query(statement);
await client.end();
