/** In full for figures; short to see that a bench still runs, which says nothing about speed. */
export type Extent = 'full' | 'short';

export type Bench = (extent: Extent) => Promise<void>;
