-- A company's own systems may change what it decides itself. Its domain and processor stay, and its secrets stay
-- out of reach.
grant update (
    name, dba, legal_name, address, support_email, support_phone, main_color, secondary_color, palette,
    time_zone, fee_settings, is_fee_payer_company, rules, preference
  ) on companies to quittance_provider;
--> statement-breakpoint
create policy own_settings on companies for update to quittance_provider
  using (company_id = (select current_company_id()));
