ALTER TABLE "import_mappings" ALTER COLUMN "date_format" SET DEFAULT 'auto';--> statement-breakpoint
ALTER TABLE "import_mappings" ALTER COLUMN "decimal" SET DEFAULT 'auto';--> statement-breakpoint
ALTER TABLE "import_mappings" ADD COLUMN "sources" jsonb DEFAULT '[]'::jsonb NOT NULL;