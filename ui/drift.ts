/** Classes of a change on the board: a gain is green; a fall has only its sign, since amber is reserved for deadlines. */
export const DRIFT_CLASSES = { up: 'text-board-action', down: '', still: 'text-board-muted' } as const;
