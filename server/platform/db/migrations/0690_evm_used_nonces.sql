-- Which transaction of a block used a nonce of a paying account. A payout is excluded by another transaction with its nonce, never by a
-- receipt that a node does not have. A reorganisation deletes rows; a later block contains them again.
create table evm.used_nonces (
  chain_id bigint not null,
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  tx_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  primary key (chain_id, sender, nonce)
);
create index used_nonces_by_block on evm.used_nonces (chain_id, block_number);
