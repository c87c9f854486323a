-- How a cheque looks and what it says, so that the same one is known again however its file was written anew.
alter table cheques add column picture_sha256 bytea, add column text_sha256 bytea;
create index cheques_picture on cheques (picture_sha256) where picture_sha256 is not null;
create index cheques_text on cheques (text_sha256) where text_sha256 is not null;
