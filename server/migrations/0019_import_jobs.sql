-- brief: creates tables
-- Imports that run as jobs: the uploaded file, the progress, the rows to report, and how files of a company are read.
CREATE TABLE "import_mappings" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"map" jsonb NOT NULL,
	"date_format" text NOT NULL,
	"decimal" text NOT NULL,
	CONSTRAINT "import_mappings_company_id_kind_pk" PRIMARY KEY("company_id","kind")
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_parts_company_id_import_id_position_pk" PRIMARY KEY("company_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"result" text NOT NULL,
	"details" text NOT NULL,
	CONSTRAINT "import_rows_company_id_import_id_line_pk" PRIMARY KEY("company_id","import_id","line"),
	CONSTRAINT "import_row_result_is_known" CHECK ("import_rows"."result" in ('REFUSED', 'CHANGED', 'NOT_WRITTEN'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"actor" text NOT NULL,
	"is_dry_run" boolean DEFAULT false NOT NULL,
	"reading" jsonb,
	"bytes" integer DEFAULT 0 NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"not_written" integer DEFAULT 0 NOT NULL,
	"report" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"leased_by" uuid,
	CONSTRAINT "imports_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "import_state_is_known" CHECK ("imports"."state" in ('UPLOADING', 'QUEUED', 'RUNNING', 'CHECKED', 'DONE', 'FAILED', 'CANCELED')),
	CONSTRAINT "import_that_is_queued_has_its_reading" CHECK ("imports"."state" not in ('QUEUED', 'RUNNING') or "imports"."reading" is not null)
);
--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_company_id_import_id_imports_company_id_id_fk" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."imports"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_company_id_import_id_imports_company_id_id_fk" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."imports"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_by_time" ON "imports" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_with_a_file" ON "imports" USING btree ("next_try_at") WHERE "imports"."next_try_at" is not null;--> statement-breakpoint
grant select, insert, update on imports, import_mappings to quittance_provider;
grant select, insert, update, delete on import_parts, import_rows to quittance_provider;
alter table imports enable row level security;
alter table import_parts enable row level security;
alter table import_rows enable row level security;
alter table import_mappings enable row level security;
create policy own_company on imports to quittance_provider using (company_id = current_company_id());
create policy own_company on import_parts to quittance_provider using (company_id = current_company_id());
create policy own_company on import_rows to quittance_provider using (company_id = current_company_id());
create policy own_company on import_mappings to quittance_provider using (company_id = current_company_id());
