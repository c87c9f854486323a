/** What two customers share. The words are `customers_desk.linked.by.<name>`. */
export const LINKED_BY = ['requisites', 'card', 'device', 'network'] as const;
export type LinkedBy = (typeof LINKED_BY)[number];

export const LINK_STRENGTHS = ['strong', 'weak'] as const;
export type LinkStrength = (typeof LINK_STRENGTHS)[number];

/** Thousands of telephones share one network; whose requisites, card or browser it is, is one person or his neighbour at the table. */
export const strengthOf = (by: readonly LinkedBy[]): LinkStrength => (by.some((one) => one !== 'network') ? 'strong' : 'weak');

/** The first two groups of a network, for whoever need not know where a customer lives. */
export function maskNetwork(network: string): string {
  const separator = network.includes(':') ? ':' : '.';
  return `${network.split(separator).slice(0, 2).join(separator)}${separator}•••`;
}
