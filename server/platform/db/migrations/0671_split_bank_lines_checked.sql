-- Reads the table without keeping writers out
alter table bank_lines validate constraint bank_lines_state_check;
alter table bank_lines validate constraint bank_lines_split_of_fkey;
