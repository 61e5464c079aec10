import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/storage/schema/**/*.ts',
  out: './server/src/storage/migrations',
});
