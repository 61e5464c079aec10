-- brief: adds a column without a value
-- Settings of the identity provider of a company's staff (R100).
ALTER TABLE "company_secrets" ADD COLUMN "identity_provider_sealed" text;
