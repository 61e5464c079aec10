-- The state of a disputed payment was that of the dispute that changed last. It is open while any of its disputes is,
-- then lost if one was.
update attempts set dispute_state = summary.state
from (
  select company_id, attempt_id, case when bool_or(state = 'OPEN') then 'OPEN'
    when bool_or(state = 'LOST') then 'LOST' else 'WON' end as state
  from disputes group by company_id, attempt_id
) summary
where summary.company_id = attempts.company_id and summary.attempt_id = attempts.id
  and attempts.dispute_state is distinct from summary.state;
