-- brief: the index is built concurrently
-- Credit that refunds in progress have reserved is shown with its customer.
CREATE INDEX CONCURRENTLY "reserved_credit" ON "refunds" USING btree ("company_id","customer_id") WHERE is_from_credit
  and state in ('REQUESTED', 'SENT', 'PENDING');
