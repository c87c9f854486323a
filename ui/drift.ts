/** How a change looks on the board: green is a gain; a fall is told by its sign, for amber is time's alone. */
export const DRIFT_LOOKS = { up: 'text-board-action', down: '', still: 'text-board-muted' } as const;
