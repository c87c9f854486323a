-- Whether a matched line only confirmed an observation that was recorded before it. Null: not matched, or matched before this column.
alter table bank_lines add column explains boolean;
