-- A bank line that pays several orders is split into lines of its own parts, which sum exactly to it.
-- Checks are validated by 0671: this one only holds the table for a moment.
alter table bank_lines
  add column split_of uuid,
  drop constraint bank_lines_state_check,
  add constraint bank_lines_state_check
    check (state in ('unmatched', 'matched', 'returned', 'kept', 'mistaken', 'split')) not valid,
  add constraint bank_lines_split_of_fkey foreign key (split_of) references bank_lines (id) not valid;
