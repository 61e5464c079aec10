/** The operator CLI on the database of DATABASE_URL: `node server/dist/operate.js status`. */
import { readConfig } from './config.ts';
import { runOperator } from './provider/operator-cli.ts';

runOperator(readConfig);
