/** What two customers share. The words are `customers_desk.linked.by.<name>`. */
export const LINKED_BY = ['requisites', 'card', 'device', 'network'] as const;
export type LinkedBy = (typeof LINKED_BY)[number];

/** What an operator may say of two customers, whatever they share. The words are `customers_desk.pair.<name>`. */
export const PAIR_VERDICTS = ['same_person', 'unrelated'] as const;
export type PairVerdict = (typeof PAIR_VERDICTS)[number];

/** `not_connected`: an operator has said that they are not connected. */
export const LINK_STRENGTHS = ['strong', 'weak', 'not_connected'] as const;
export type LinkStrength = (typeof LINK_STRENGTHS)[number];

/** Thousands of telephones share one network; whose requisites, card or browser it is, is one person or his neighbour at the table. An operator's word goes before both. */
export function strengthOf(by: readonly LinkedBy[], verdict: PairVerdict | null): LinkStrength {
  if (verdict !== null) return verdict === 'same_person' ? 'strong' : 'not_connected';
  return by.some((one) => one !== 'network') ? 'strong' : 'weak';
}

/** The first two groups of a network, for whoever need not know where a customer lives. */
export function maskNetwork(network: string): string {
  const separator = network.includes(':') ? ':' : '.';
  return `${network.split(separator).slice(0, 2).join(separator)}${separator}•••`;
}
