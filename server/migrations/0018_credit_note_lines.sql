-- brief: adds a column without a value
ALTER TABLE "attempts" ADD COLUMN "credited_lines" jsonb;
