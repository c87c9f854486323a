/** Full run for figures; a short run only shows that a bench works. */
export type Extent = 'full' | 'short';

export type Bench = (extent: Extent) => Promise<void>;
