-- What an order was agreed on before its money made another exchange of it: it holds again when that money is lost. Empty: as agreed, or of before
alter table orders add column first_agreement jsonb;
